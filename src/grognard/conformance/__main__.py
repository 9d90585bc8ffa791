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

from grognard.conformance.inquiry import inquiry
from grognard.conformance.played import SEEDS
from grognard.conformance.spots import Fault, Place
from grognard.conformance.suite import Case, cases
from grognard.engine import Game, GrognardError, find_game


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m grognard.conformance", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="which game, by its id")
    parser.add_argument("scenario", nargs="*", help="only these scenarios")
    parser.add_argument("--check", action="append", default=[], metavar="NAME", help="only these checks")
    parser.add_argument("--seed", type=int, default=SEEDS[0], help="of the match of --decision")
    parser.add_argument("--decision", type=int, help="look at this decision alone, as a failure names it")
    parser.add_argument("--trace", action="store_true", help="where in the code it went wrong, too")
    options = parser.parse_args(arguments)
    try:
        game = find_game(options.game)
        for scenario in options.scenario:
            game.choose_options(scenario, {})
    except GrognardError as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    only = Place(options.seed, options.decision) if options.decision is not None else None
    chosen = [
        case
        for case in cases(game)
        if (not options.scenario or case.scenario in options.scenario)
        and (not options.check or case.name in options.check)
    ]
    print(f"{game.title}, version {game.version}: {len(chosen)} checks")
    ended = [passes(case, f"{number}/{len(chosen)}", options.trace, only) for number, case in enumerate(chosen, 1)]
    tell(game)
    failed = ended.count(False)
    print(f"{failed} of {len(chosen)} checks failed." if failed else "The game holds to everything that was looked at.")
    return 1 if failed or not chosen else 0


def passes(case: Case, number: str, trace: bool, only: Place | None = None) -> bool:
    """Run one check and tell what came of it."""
    print(f"{number:>7}  {case.scenario or 'the game':24} {case.name:28}", end="", flush=True)
    began = time.perf_counter()
    try:
        seen = case.run(only)
    except Fault as fault:
        print("FAILED")
        told = textwrap.fill(f"{case.about} But {fault.words}", 110, break_on_hyphens=False)
        told += f"\nIn {fault.where}.\nTo see it again: {fault.again}"
        print(textwrap.indent(told, "         "))
        if trace:
            print(textwrap.indent(traceback.format_exc(), "         "))
        return False
    looked = f"{seen.looked:>7,} looked at, {time.perf_counter() - began:.1f} s"
    print(looked if seen.looked or not seen.words else f"   none: {seen.words}")
    return True


def tell(game: Game) -> None:
    """What was met, and what was not."""
    print("What was looked at:")
    for line in inquiry(game).told():
        print(textwrap.fill(line, 110, initial_indent="   ", subsequent_indent="      ", break_on_hyphens=False))


if __name__ == "__main__":
    sys.exit(main())
