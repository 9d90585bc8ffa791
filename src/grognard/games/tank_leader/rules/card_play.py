"""6.51 to 6.53 Card play: leads, interrupts, and the card that is turned up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain

from grognard.engine import Action, Actions, ChoiceStep, Deed, Group, Press, Refusal, Step
from grognard.engine.core.wording import side_people
from grognard.games.tank_leader.rules.cards import (
    Play,
    combat_cards,
    combat_members,
    hand,
    in_play,
    rank_of,
    refresh_higher_cards,
)
from grognard.games.tank_leader.rules.choices import CardDeed
from grognard.games.tank_leader.rules.data import CARDS, EXPERIENCE, GERMAN, PARENT_OF, SIDES, SOVIET
from grognard.games.tank_leader.rules.declarations import (
    BEGINS,
    Declaration,
    Interrupt,
    InterruptWith,
    InterruptWithStack,
    LetPass,
    WaitForBetter,
    WaitForTarget,
)
from grognard.games.tank_leader.rules.higher_cards import CommandChoice, ParentChoice
from grognard.games.tank_leader.rules.interrupts import brings, can_stir, is_asked
from grognard.games.tank_leader.rules.morale import discard
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.operations import (
    Activate,
    OpeningDeed,
    StackOpening,
    beginnings,
    may_idle,
    why_not_begin,
    why_not_begin_together,
)
from grognard.games.tank_leader.rules.reinforcements import has_to_come, waiting
from grognard.games.tank_leader.rules.state import TankLeader

AGREE, PLAY_ON = Press("end the Operations Phase"), Press("play on")
TYPE_ORDER = ("combat", "parent", "command")


class Idle(Action, frozen=True):
    """Lead a combat card, and let nobody of its formation operate."""

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


class Lead(CardDeed, frozen=True):
    """6.51 A card is led."""

    @classmethod
    def answers(cls, g: TankLeader, by: CardPlay) -> list[Action]:
        return [Play(key) for key in leads(g)[1]]

    def why_not(self, g: TankLeader, by: CardPlay) -> Refusal | None:
        return why_not_lead(g, self.card)

    def do(self, g: TankLeader, by: CardPlay) -> None:
        lead(g, self.card)


class LeadWith(OpeningDeed, frozen=True):
    """6.51, 6.61 Who leads a card may name the unit that begins, and does not interrupt himself then."""

    @classmethod
    def answers(cls, g: TankLeader, by: CardPlay) -> Actions:
        return beginnings(g, leads(g)[1])

    def why_not(self, g: TankLeader, by: CardPlay) -> Refusal | None:
        return why_not_lead(g, self.unit(g).card) or why_not_begin(g, self.unit(g))

    def do(self, g: TankLeader, by: CardPlay) -> None:
        lead(g, self.unit(g).card, self.piece)


class LeadWithStack(StackOpening, frozen=True):
    """6.61, 7.2 The same of a unit and all like it in its stack."""

    def why_not(self, g: TankLeader, by: CardPlay) -> Refusal | None:
        return why_not_lead(g, self.unit(g).card) or why_not_begin_together(g, self.unit(g))

    def do(self, g: TankLeader, by: CardPlay) -> None:
        lead(g, self.unit(g).card, self.piece, together=True)


class LeadIdle(CardDeed, frozen=True):
    """6.51, 6.61 A card is led and nobody operates; who must enter the map cannot be kept from it (5.2)."""

    stored = Idle

    @classmethod
    def answers(cls, g: TankLeader, by: CardPlay) -> Group[Idle]:
        return Group([Idle(key) for key in leads(g)[1]], lambda answer: may_idle(g, answer.card))

    def why_not(self, g: TankLeader, by: CardPlay) -> Refusal | None:
        return why_not_lead(g, self.card) or (Refusal("TL-5.2") if has_to_come(g, self.card) else None)

    def do(self, g: TankLeader, by: CardPlay) -> None:
        lead(g, self.card, idle=True)

    def says(self, g: TankLeader) -> str:
        return f"{super().says(g)}, and nobody acts"


class CardPlay(ChoiceStep, frozen=True):
    """6.52 The program: lead, interrupt, activate, until no combat card and no pile is left."""

    refused: bool = False  # one side did not agree to end the phase
    deeds = (Lead, LeadWith, LeadWithStack, LeadIdle)

    def kinds(self, g: TankLeader) -> Sequence[type[Deed]]:
        """6.6.1 Who begins is not named while cards lie face-down."""
        return (Lead,) if g.limited else super().kinds(g)

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
        g.ask(side, "Lead one of your lowest combat cards", self.offered(g), "TL-6.51.2")

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        """6.5 What follows hangs on the enemy's hand, and on whether he is asked."""
        return True


def why_not_lead(g: TankLeader, key: str) -> Refusal | None:
    """6.51 Why a card may not be led now."""
    if key in leads(g)[1]:
        return None
    return Refusal("TL-6.51.1" if CARDS[key].type == "combat" else "TL-6.51.4")


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


class Interrupts(ChoiceStep, frozen=True):
    """6.52 step 2 Both players declare together; a side is spared the question where it could do nothing with it.

    A player who has named the unit that is to begin (`first`, `together` with those like it), or said that nobody is
    (`idle`), has declared already.
    """

    first: str = ""
    idle: bool = False
    together: bool = False
    deeds = (LetPass, WaitForTarget, WaitForBetter, *BEGINS, Interrupt, InterruptWith, InterruptWithStack)

    def kinds(self, g: TankLeader) -> Sequence[type[Deed]]:
        """6.6.1 Who begins is not named while cards lie face-down, nor is waited for what they might bring."""
        return (LetPass, Interrupt) if g.limited else super().kinds(g)

    def run(self, g: TankLeader) -> None:
        g.reveal()  # who is asked hangs on what the enemy holds: a card that lies there is not taken back freely
        asked = self._asked(g)
        for part in asked:
            answers = Actions(*(kind.answers(g, part) for kind in self.kinds(g)))
            g.ask(part.side, partial(self._prompt, g, part), answers, "TL-6.52.2")
        if not asked:
            g.swap(TurnUp(self.first, self.idle, self.together))

    def _asked(self, g: TankLeader) -> list[Declaration]:
        """6.52 The sides that are asked."""
        declared = CARDS[g.pile[-1]].side if self.first or self.idle else ""
        parts = [Declaration(g, side) for side in SIDES if side != declared]
        return [part for part in parts if is_asked(g, part.side, part.cards)]

    def _prompt(self, g: TankLeader, part: Declaration) -> str:
        begins = not g.limited and any(kind.answers(g, part) for kind in BEGINS)
        question = "begin with one of its units, or interrupt?" if begins else "interrupt?"
        return f"{self._top(g, part.side)} is on top: {question}"

    def _top(self, g: TankLeader, side: str) -> str:
        key = g.pile[-1]
        if g.limited and CARDS[key].side != side:
            return f"A {CARDS[key].side.title()} card rated {g.rating(key)}"
        force = _force(g, key, side) if CARDS[key].type == "combat" else _subjects(g, key)
        return f"{CARDS[key].side.title()} {CARDS[key].id} ({g.rating(key)}; {force})"

    def take_all(self, g: TankLeader, answers: Mapping[str, Action]) -> None:
        if len(answers) > 1:
            g.reveal()
        declared = [self._declared(g, side, answer) for side, answer in answers.items()]
        laid = [part for part in declared if part.lays]
        if not laid:
            first, together = next(((p.first, p.together) for p in declared if p.first), (self.first, self.together))
            return g.swap(TurnUp(first, self.idle or any(part.idle for part in declared), together))
        g.clash = ""
        if len(laid) == 2:
            announce(g, laid[0].lays, laid[1].lays)
        key = laid[0].lays if len(laid) == 1 else placed(g, laid[0].lays, laid[1].lays)
        put_on_pile(g, key, "{side} interrupts with {name}", "TL-6.52.4" if len(laid) == 1 else "TL-6.52.5")
        winner = next(part for part in laid if part.lays == key)
        g.swap(Interrupts(winner.first, together=winner.together))

    def _declared(self, g: TankLeader, side: str, answer: Action) -> Declaration:
        part, deed = Declaration(g, side), self.deed_of(g, answer)
        assert deed is not None
        deed.do(g, part)
        return part

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        """6.5 What follows hangs on the enemy's hand, and on whether he is asked."""
        return True

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        deed = self.deed_of(g, action)
        return None if deed is None else deed.why_not(g, Declaration(g, side))


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
