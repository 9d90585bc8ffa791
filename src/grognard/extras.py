"""What comes with an extra and is not there: which to install, in one sentence."""

from __future__ import annotations

# the packages of each extra that are imported by name
EXTRAS = {
    "terminal": ("rich",),
    "table": ("starlette", "uvicorn", "sqlalchemy", "alembic", "brotli"),
    "postgres": ("psycopg",),
    "lab": ("pyarrow", "matplotlib", "numpy"),
    "env": ("gymnasium", "pettingzoo"),
    "pictures": ("resvg_py", "PIL"),
    "print": ("typst", "fontTools"),
    "research": ("sb3_contrib",),
    "cluster": ("ray",),
    "train": ("torch",),
}


def what_to_install(error: ModuleNotFoundError) -> str:
    """How to get what is missing; "" if no extra has it."""
    package = (error.name or "").partition(".")[0]
    extra = next((extra for extra, packages in EXTRAS.items() if package in packages), "")
    return f"{package} is not installed. Install it with: pip install 'grognard[{extra}]'" if extra else ""
