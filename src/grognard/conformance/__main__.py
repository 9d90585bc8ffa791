"""`python -m grognard.conformance GAME`: ask a game everything, and say what is wrong.

The exit code is 0 if the game holds to everything, 1 if it does not, 2 if there is no such game.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
import time
import traceback
from collections.abc import Sequence

from grognard.conformance.suite import Case, cases
from grognard.engine import GrognardError, find_game


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m grognard.conformance", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="which game, by its id")
    parser.add_argument("scenario", nargs="*", help="only these scenarios")
    parser.add_argument("--check", action="append", default=[], metavar="NAME", help="only these checks")
    parser.add_argument("--trace", action="store_true", help="where in the code it went wrong, too")
    options = parser.parse_args(arguments)
    try:
        game = find_game(options.game)
        for scenario in options.scenario:
            game.choose_options(scenario, {})
    except GrognardError as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    chosen = [
        case
        for case in cases(game)
        if (not options.scenario or case.scenario in options.scenario)
        and (not options.check or case.name in options.check)
    ]
    print(f"{game.title}, version {game.version}: {len(chosen)} checks")
    failed = sum(not passes(case, f"{number}/{len(chosen)}", options.trace) for number, case in enumerate(chosen, 1))
    print(f"{failed} of {len(chosen)} checks failed." if failed else "The game holds to everything.")
    return 1 if failed or not chosen else 0


def passes(case: Case, number: str, trace: bool) -> bool:
    """Run one check and tell what came of it."""
    print(f"{number:>7}  {case.scenario or 'the game':24} {case.name:28}", end="", flush=True)
    began = time.perf_counter()
    try:
        seen = case.run()
    except Exception as error:  # whatever it is, it is what the check looks for
        print("FAILED")
        print(textwrap.indent(textwrap.fill(f"{case.about} {_sentence(error)}", 110), "         "))
        if trace:
            print(textwrap.indent(traceback.format_exc(), "         "))
        return False
    print(f"{seen:>7,} looked at, {time.perf_counter() - began:.1f} s")
    return True


def _sentence(error: Exception) -> str:
    """What went wrong; an error that is no finding of a check is named."""
    words = str(error) if isinstance(error, AssertionError) and str(error) else repr(error)
    return f"But {words}"


if __name__ == "__main__":
    sys.exit(main())
