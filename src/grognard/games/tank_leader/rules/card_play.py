"""6.5 Card play and 6.6 activation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import chain
from typing import Any

from grognard.engine import Action, Actions, Group, Pick, Press, Refusal, Step, Working
from grognard.engine.core.wording import side_people
from grognard.games.tank_leader.rules.cards import (
    Play,
    choosable,
    combat_cards,
    combat_members,
    good_enough,
    hand,
    in_play,
    rank_of,
    refresh_higher_cards,
)
from grognard.games.tank_leader.rules.data import CARDS, EXPERIENCE, GERMAN, PARENT_OF, SIDES, SOVIET
from grognard.games.tank_leader.rules.interrupts import brings, can_stir, chances, interrupters, is_asked, is_near
from grognard.games.tank_leader.rules.morale import PARENT_BONUS, discard, preview_recovery, recover_formation
from grognard.games.tank_leader.rules.movement import Together
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.operations import END, Activate, beginnings, openings, why_not_begin
from grognard.games.tank_leader.rules.reinforcements import waiting
from grognard.games.tank_leader.rules.state import TankLeader

PASS, GO, NOTHING = Press("no interrupt"), Press("activate these"), Press("activate nothing")
WAIT = Press("no interrupt until somebody of mine has a target")
LATER = Press("no interrupt until somebody of mine stands better")
AGREE, PLAY_ON = Press("end the Operations Phase"), Press("play on")
TYPE_ORDER = ("combat", "parent", "command")


class Idle(Action, frozen=True):
    """Lead a combat card, and let nobody of its formation operate."""

    card: str


class Recover(Action, frozen=True):
    """Attempt to recover a shaken formation."""

    card: str


# ------------------------------------------------------------------ the lead (6.51)


def leads(g: TankLeader) -> tuple[str, list[str]]:
    """6.51 Who must lead and with which cards: the lowest combat card of both hands; equals go to the Soviet."""
    hands = {side: combat_cards(g, side) for side in SIDES}
    held = [rank_of(g, key) for keys in hands.values() for key in keys]
    if not held:
        return "", []
    low = min(held)
    for side in (SOVIET, GERMAN):
        lowest = [key for key in hands[side] if rank_of(g, key) == low]
        if lowest:
            return side, lowest
    return "", []


class CardPlay(Step, frozen=True):
    """6.52 The program: lead, interrupt, activate, until no combat card and no pile is left."""

    refused: bool = False  # one side did not agree to end the phase

    def run(self, g: TankLeader) -> None:
        if g.pile:
            return g.call(Interrupts())
        side, cards = leads(g)
        if not cards or all_face_down(g):
            return g.done()
        if not any(brings(g, key) for side in SIDES for key in hand(g, side)):
            g.tell("TL-4.2.2", "Nobody can act any more: the Operations Phase ends")
            return g.done()
        if nothing_left(g) and not self.refused:
            return g.call(EndByConsent())
        if len(cards) == 1:
            return lead(g, cards[0])
        answers = Actions([Play(key) for key in cards], *self._openings(g, cards), *self._idle(g, cards))
        g.ask(side, "Lead one of your lowest combat cards", answers, "TL-6.51.2")

    def _openings(self, g: TankLeader, cards: list[str]) -> list[Group[Any]]:
        """6.51, 6.61 Who leads a card may name the unit that begins, and does not interrupt himself then."""
        return [] if g.limited else beginnings(g, cards)

    def _idle(self, g: TankLeader, cards: list[str]) -> list[Group[Idle]]:
        """6.51, 6.61 Nor does he who lets nobody operate; who must enter the map cannot be kept from it (5.2)."""
        return [] if g.limited else [Group([Idle(key) for key in cards], lambda a: _may_idle(g, a.card))]

    def take(self, g: TankLeader, action: Action) -> None:
        match action:
            case Pick(piece) | Together(piece):
                lead(g, g.pieces[piece].card, piece, together=isinstance(action, Together))
            case Idle(card):
                lead(g, card, idle=True)
            case Play(card):
                lead(g, card)

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        """6.5 What follows hangs on the enemy's hand, and on whether he is asked."""
        return True

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        key, named = _about(g, action), not isinstance(action, Play)
        if key not in CARDS or (named and g.limited) or isinstance(action, Recover):
            return None
        if key not in leads(g)[1]:
            return Refusal("TL-6.51.1" if CARDS[key].type == "combat" else "TL-6.51.4")
        if isinstance(action, Pick | Together):
            return why_not_begin(g, action, key)
        return Refusal("TL-5.2") if isinstance(action, Idle) and _arrives(g, key) else None


def _about(g: TankLeader, action: Action) -> str:
    """6.61 The card that an answer plays, or that of the unit it names; "" if it is about none."""
    match action:
        case Pick(piece) | Together(piece):
            return g.pieces[piece].card if piece in g.pieces else ""
        case Play(card) | Idle(card) | Recover(card):
            return card
    return ""


def lead(g: TankLeader, key: str, first: str = "", *, idle: bool = False, together: bool = False) -> None:
    """6.52 step 1; `first` is the unit that is to begin, or nobody is, if its owner has said so."""
    put_on_pile(g, key, "{side} leads {name}", "TL-6.52.1")
    g.call(Interrupts(first, idle, together))


def put_on_pile(g: TankLeader, key: str, text: str, cite: str) -> None:
    """6.51.6, 6.6.1 On top of the pile; under limited intelligence only the rating is announced."""
    g.pile, g.cards, g.shown = (*g.pile, key), {**g.cards, key: "pile"}, False
    side, whose = CARDS[key].side, side_people(CARDS[key].side)
    name, known = f"{CARDS[key].id} ({g.rating(key)})", f"a card rated {g.rating(key)}"
    if g.limited:
        g.tell(cite, text, sees=(side,), side=whose, name=name)
        g.tell(cite, text, sees=tuple(s for s in SIDES if s != side), side=whose, name=known)
    else:
        g.tell(cite, text, side=whose, name=name)


def all_face_down(g: TankLeader) -> bool:
    """4.2.2 Is no unit on the map, or about to enter it, face-up?"""
    return not any(u.up and not u.carrier and (u.hex or waiting(g, u)) for u in g.pieces.values())


def _parent_held(g: TankLeader, card: str) -> bool:
    return g.cards.get(PARENT_OF.get(card, "")) == "hand"


def nothing_left(g: TankLeader) -> bool:
    """R-15 Has no formation whose card is to be played, nor one that its parent may recover, a unit that could act?"""
    to_play = (key for side in SIDES for key in combat_cards(g, side))
    shaken = (key for key, where in g.cards.items() if where == "shaken" and _parent_held(g, key))
    return not any(can_stir(g, key) for key in chain(to_play, shaken))


class EndByConsent(Step, frozen=True):
    """4.2.2, R-15 Both players may agree to end the phase when only empty activations are left."""

    def run(self, g: TankLeader) -> None:
        for side in SIDES:
            g.ask(side, "Nobody can act with the cards still to be led: end the phase?", [AGREE, PLAY_ON], "TL-4.2.2")

    def take_all(self, g: TankLeader, answers: Mapping[str, Action]) -> None:
        g.done()
        g.reveal()
        if all(a == AGREE for a in answers.values()):
            g.tell("TL-4.2.2", "Both sides agree to end the Operations Phase")
            g.done()
        else:
            g.swap(CardPlay(refused=True))


# ------------------------------------------------------------------ interrupts (6.51, 6.53)


class Interrupts(Step, frozen=True):
    """6.52 step 2 Both players declare together; a side is spared the question where it could do nothing with it.

    A player who has named the unit that is to begin (`first`, `together` with those like it), or said that nobody is
    (`idle`), has declared already.
    """

    first: str = ""
    idle: bool = False
    together: bool = False

    def run(self, g: TankLeader) -> None:
        g.reveal()  # who is asked hangs on what the enemy holds: a card that lies there is not taken back freely
        asked = self._asked(g)
        for side, cards in asked:
            begin, strikes = self._openings(g, side), self._strikes(g, cards)
            plays = [Play(key) for key in cards]
            answers = Actions((PASS,), *self._waits(g, side, cards), *begin, plays, *strikes)
            g.ask(side, partial(self._prompt, g, side), answers, "TL-6.52.2")
        if not asked:
            g.swap(TurnUp(self.first, self.idle, self.together))

    def _asked(self, g: TankLeader) -> list[tuple[str, list[str]]]:
        """6.52 The sides that are asked, and the cards with which each may interrupt."""
        declared = CARDS[g.pile[-1]].side if self.first or self.idle else ""
        holding = [(side, interrupters(g, side)) for side in SIDES if side != declared]
        return [(side, cards) for side, cards in holding if is_asked(g, side, cards)]

    def _prompt(self, g: TankLeader, side: str) -> str:
        begins = bool(Actions(*self._openings(g, side)))
        question = "begin with one of its units, or interrupt?" if begins else "interrupt?"
        return f"{self._top(g, side)} is on top: {question}"

    def _openings(self, g: TankLeader, side: str) -> list[Group[Any]]:
        """6.61 The owner of a combat card may name the unit that begins, or let nobody, if it is not interrupted."""
        key = g.pile[-1]
        if CARDS[key].type != "combat" or g.limited or CARDS[key].side != side:
            return []
        return [*beginnings(g, (key,)), Group((END,), lambda _: _may_idle(g, key))]

    def _strikes(self, g: TankLeader, cards: list[str]) -> list[Group[Any]]:
        """6.61 Who interrupts with a combat card may name the unit that begins, and does not interrupt himself then."""
        return [] if g.limited else beginnings(g, [key for key in cards if CARDS[key].type == "combat"])

    def _waits(self, g: TankLeader, side: str, cards: list[str]) -> list[Group[Press]]:
        """6.52 What a side may wait for, this turn, before it is asked again; who waited for targets has some now."""
        if g.limited:
            return []

        def listed() -> list[Press]:
            return [LATER if side in g.waits or is_near(g, cards) else WAIT]

        return [Group(listed)]

    def _top(self, g: TankLeader, side: str) -> str:
        key = g.pile[-1]
        if g.limited and CARDS[key].side != side:
            return f"A {CARDS[key].side.title()} card rated {g.rating(key)}"
        force = _force(g, key, side) if CARDS[key].type == "combat" else _subjects(g, key)
        return f"{CARDS[key].side.title()} {CARDS[key].id} ({g.rating(key)}; {force})"

    def take(self, g: TankLeader, action: Action) -> None:
        self.take_all(g, {g.asks[0].side: action})

    def take_all(self, g: TankLeader, answers: Mapping[str, Action]) -> None:
        if len(answers) > 1:
            g.reveal()
        self._wait(g, answers)
        named = {g.pieces[a.piece].card: a for a in answers.values() if isinstance(a, Pick | Together)}
        played = [card for a in answers.values() if (card := self._interrupts_with(g, a))]
        if not played:
            began = named.get(g.pile[-1], Together(self.first) if self.together else Pick(self.first))
            return g.swap(TurnUp(began.piece, self.idle or END in answers.values(), isinstance(began, Together)))
        g.clash = ""
        if len(played) == 2:
            announce(g, played[0], played[1])
        key = played[0] if len(played) == 1 else placed(g, played[0], played[1])
        put_on_pile(g, key, "{side} interrupts with {name}", "TL-6.52.4" if len(played) == 1 else "TL-6.52.5")
        begins = named.get(key, Pick(""))
        g.swap(Interrupts(begins.piece, together=isinstance(begins, Together)))

    def _interrupts_with(self, g: TankLeader, action: Action) -> str:
        """6.52 The card of an interrupt, be it played or the unit named that begins; nothing if it is none."""
        card = g.pieces[action.piece].card if isinstance(action, Pick | Together) else ""
        return action.card if isinstance(action, Play) else card if card != g.pile[-1] else ""

    def _wait(self, g: TankLeader, answers: Mapping[str, Action]) -> None:
        g.waits = (*g.waits, *(side for side, a in answers.items() if a == WAIT))
        for side in (side for side, a in answers.items() if a == LATER):
            g.passed = {**g.passed, side: (*g.passed.get(side, ()), *chances(g, interrupters(g, side)))}

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        """6.5 What follows hangs on the enemy's hand, and on whether he is asked."""
        return True

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        key, top, named = _about(g, action), g.pile[-1], isinstance(action, Pick | Together)
        if key not in CARDS or (named and g.limited) or isinstance(action, Idle | Recover):
            return None
        own = named and key == top and CARDS[top].side == side
        if not own and key not in interrupters(g, side):
            return Refusal("TL-6.51.10" if g.shaken(key) else "TL-6.51.5")
        return why_not_begin(g, action, key) if isinstance(action, Pick | Together) else None


def _force(g: TankLeader, key: str, side: str) -> str:
    """6.1, 8.55 What is left of a formation, and where a side knows it to be."""
    kinds = Counter(u.what.short for u in g.members(key))
    known = dict.fromkeys(u.place for u in g.members(key) if u.place and examinable(g, u, side))
    words = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items()))
    return f"{words} in {', '.join(sorted(known))}" if known else words


def _subjects(g: TankLeader, key: str) -> str:
    """6.62 to 6.64 The formations a parent or command card may bring to act."""
    return "for " + " or ".join(CARDS[m].id for m in combat_members(key) if in_play(g, m))


def announce(g: TankLeader, one: str, two: str) -> None:
    """6.52 step 5, R-12 Both interrupt; under limited intelligence only what is needed is disclosed."""
    words = disclosed(g, one, two) if g.limited else [f"{CARDS[key].id} ({g.rating(key)})" for key in (one, two)]
    g.clash = " against ".join(words)
    g.tell("TL-6.52.5", "Both sides interrupt: {words}", words=g.clash)


def disclosed(g: TankLeader, one: str, two: str) -> list[str]:
    """R-12 Both name their rating; if that is equal the type of the card; if that is, the experience (6.53)."""
    tests = ([g.rating(key), CARDS[key].type, _experience(g, key)] for key in (one, two))
    words = [[CARDS[key].side.title()] for key in (one, two)]
    for pair in zip(*tests, strict=True):
        for said, word in zip(words, pair, strict=True):
            said.append(word)
        if pair[0] != pair[1]:
            break
    return [" ".join(filter(None, said)) for said in words]


def _experience(g: TankLeader, key: str) -> str:
    return EXPERIENCE[g.printed(key)] if CARDS[key].type == "combat" else ""


def placed(g: TankLeader, one: str, two: str) -> str:
    """6.53 Which of two interrupting cards is placed: C3, then type, then experience, then the German."""

    def weight(key: str) -> tuple[int, int, int, int]:
        card = CARDS[key]
        seasoned = g.printed(key) if card.type == "combat" else 0
        return rank_of(g, key), TYPE_ORDER.index(card.type), seasoned, card.side == GERMAN

    return max((one, two), key=weight)


# ------------------------------------------------------------------ the top card takes effect (6.6)


class TurnUp(Step, frozen=True):
    """6.52 step 3 The top card is activated and can no longer be interrupted."""

    first: str = ""
    idle: bool = False
    together: bool = False

    def run(self, g: TankLeader) -> None:
        key = g.pile[-1]
        g.shown = True
        if g.limited:
            g.reveal()
        g.tell("TL-6.52.3", "{name} is turned up", name=CARDS[key].id)
        match CARDS[key].type:
            case "combat":
                g.swap(Activate((key,), self.first, self.idle, self.together), SetAside())
            case "parent":
                g.swap(ParentChoice(key), SetAside())
            case _:
                g.swap(CommandChoice(key), SetAside())


class SetAside(Step, frozen=True):
    """6.51.9 The card is put aside for the turn; cards of formations that are gone leave the game (R-13)."""

    def run(self, g: TankLeader) -> None:
        key = g.pile[-1]
        g.pile, g.shown, g.cards = g.pile[:-1], False, {**g.cards, key: "aside"}
        if CARDS[key].type == "combat" and not g.members(key):
            discard(g, key)
        else:
            refresh_higher_cards(g)
        g.done()


def _arrives(g: TankLeader, card: str) -> bool:
    """5.2 Has a formation units that must enter the map when it is active?"""
    return any(waiting(g, u) for u in g.members(card))


def _may_idle(g: TankLeader, card: str) -> bool:
    """5.2, 6.61 May nobody of a formation operate where somebody could? Not where somebody must enter the map."""
    return bool(openings(g, card)) and not _arrives(g, card)


class ParentChoice(Step, frozen=True):
    """6.62 Activate one formation of any rating, or attempt to recover one that is shaken; no question if only one can.

    To be active binds nobody to act, but for those who have still to enter the map.
    """

    card: str

    def run(self, g: TankLeader) -> None:
        actions = self._open(g)
        if not actions:
            return g.done()
        if len(actions) == 1 and not _arrives(g, actions[0].card):
            return self._do(g, actions[0])
        prompt = f"{CARDS[self.card].id}: activate or recover a formation"
        g.ask(SOVIET, prompt, Actions(actions, *self._openings(g), (NOTHING,)), "TL-6.62.1")

    def _openings(self, g: TankLeader) -> list[Group[Any]]:
        """6.61 The units with which a formation may begin."""
        return beginnings(g, choosable(g, self.card))

    def _open(self, g: TankLeader) -> list[Play | Recover]:
        shaken = [m for m in combat_members(self.card) if g.shaken(m)]
        return [*(Play(m) for m in choosable(g, self.card)), *(Recover(m) for m in shaken)]

    def take(self, g: TankLeader, action: Action) -> None:
        self._do(g, action)
        if isinstance(action, Recover):
            g.outcome("stays shaken" if g.shaken(action.card) else "recovers", SOVIET)

    def _do(self, g: TankLeader, action: Action) -> None:
        match action:
            case Play(card):
                g.swap(Activate((card,)))
            case Pick(piece) | Together(piece):
                g.swap(Activate((g.pieces[piece].card,), piece, together=isinstance(action, Together)))
            case Recover(card):
                g.done()
                recover_formation(g, card, PARENT_BONUS, "TL-6.62.3")
            case _:
                g.done()

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        key, named = _about(g, action), isinstance(action, Pick | Together)
        if key not in CARDS or isinstance(action, Idle) or action in self._open(g):
            return None
        if isinstance(action, Pick | Together) and key in choosable(g, self.card):
            return why_not_begin(g, action, key)
        return Refusal("TL-10.14.1" if (named or isinstance(action, Play)) and g.shaken(key) else "TL-6.62.1")

    def preview(self, g: TankLeader, action: Action) -> Working | None:
        return preview_recovery(g, action.card) if isinstance(action, Recover) else None


class CommandChoice(Step, frozen=True):
    """6.63, 6.64 German: any formations rated D or better; Soviet: one of them, and the HQ formation besides.

    To be active binds nobody to act, so whoever keeps nobody else from it is active without being named, but for those
    who would have to enter the map.
    """

    card: str
    chosen: tuple[str, ...] = ()

    def run(self, g: TankLeader) -> None:
        side = CARDS[self.card].side
        open_to = self._open(g, side)
        if not open_to:
            return g.swap(Activate(self.chosen)) if self.chosen else g.done()
        free = [m for m in open_to if not _arrives(g, m) and not self._excludes(side, m, open_to)]
        if free:
            return self.take(g, Play(free[0]))
        actions: list[Action] = [Play(m) for m in open_to]
        actions.append(GO if self.chosen else NOTHING)
        g.ask(side, f"{CARDS[self.card].id}: which formations are activated?", actions, "TL-6.64.1")

    def _excludes(self, side: str, m: str, open_to: list[str]) -> bool:
        """6.63 Does naming a formation keep another from being named?"""
        return side != GERMAN and not CARDS[m].hq and any(o != m and not CARDS[o].hq for o in open_to)

    def _open(self, g: TankLeader, side: str) -> list[str]:
        return [m for m in choosable(g, self.card) if self._why_not(g, side, m) is None]

    def _why_not(self, g: TankLeader, side: str, m: str) -> Refusal | None:
        rule = "TL-6.64.1" if side == GERMAN else "TL-6.63.1"
        if m not in combat_members(self.card) or not in_play(g, m):
            return Refusal(rule, "It is not in play under this card.")
        if g.shaken(m):
            return Refusal("TL-10.14.1")
        if m in self.chosen:
            return Refusal(rule, "It is chosen already.")
        if side != GERMAN and CARDS[m].hq:
            return None
        if not good_enough(g, m):
            return Refusal(rule, "It is rated below D.")
        if side != GERMAN and any(not CARDS[c].hq for c in self.chosen):
            return Refusal(rule, "One formation besides the headquarters.")
        return None

    def take(self, g: TankLeader, action: Action) -> None:
        if isinstance(action, Play):
            g.swap(CommandChoice(self.card, (*self.chosen, action.card)))
        elif self.chosen:
            g.swap(Activate(self.chosen))
        else:
            g.done()

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Play) and action.card in CARDS:
            return self._why_not(g, side, action.card)
        return None
