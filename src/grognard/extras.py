"""What comes with an extra and is not there: which to install, in one sentence."""

from __future__ import annotations

# the packages of each extra that are imported by name
EXTRAS = {
    "terminal": ("rich",),
    "table": ("starlette", "uvicorn", "sqlalchemy", "alembic", "brotli", "prometheus_client", "cryptography"),
    "postgres": ("psycopg",),
    "lab": ("pyarrow", "matplotlib", "numpy"),
    "frames": ("pandas",),
    "env": ("gymnasium", "pettingzoo"),
    "pictures": ("resvg_py", "PIL"),
    "print": ("typst", "fontTools"),
    "research": ("sb3_contrib", "stable_baselines3", "pyspiel"),
    "cluster": ("ray",),
    "train": ("torch",),
    "mcp": ("mcp",),
}


def what_to_install(error: ModuleNotFoundError) -> str:
    """How to get what is missing; "" if no extra has it."""
    package = (error.name or "").partition(".")[0]
    extra = next((extra for extra, packages in EXTRAS.items() if package in packages), "")
    return f"{package} is not installed. Install it with: pip install 'grognard[{extra}]'" if extra else ""


def missing(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error, saying which extra has what is not there."""
    return ModuleNotFoundError(what_to_install(error) or str(error), name=error.name, path=error.path)
