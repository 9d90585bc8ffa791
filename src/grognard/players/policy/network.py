"""The network of a policy in NumPy: a score for every answer. `tools/train/learner.py` has the same in PyTorch.

Units are told of each other in rings of distance, pooled with the situation, and told to the answers: whose actor they
are, and who stands around the places they name. The scores are added to the game's own judgement. The last layers begin
at zero, so a fresh policy plays exactly as judgement does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grognard.encoding.observation_cache import Array
from grognard.players.policy.questions import OFF, Columns, Question

RINGS = np.array([0.5, 1.3, 2.3, 3.2, 6.5], np.float32)  # here, beside, two, three, to six hexes away; and how far
FAR = 5.0  # hexes in which whoever is far away counts a third
UNIT, SITUATION, ANSWER, LAST = 32, 64, 96, 64  # how many numbers each becomes
POOLED = 8.0  # units whose sum counts as one
JUDGEMENT = 1.5, 2.0  # what a spread of judgement counts at first, and being judged best

Weights = dict[str, Array]


def fresh(units: int, answers: int, situation: int, seed: int = 0) -> Weights:
    """Weights that play as judgement does."""
    rng, around = np.random.default_rng(seed), len(RINGS) + 1

    def layer(inputs: int, outputs: int, gain: float = 1.4) -> Array:
        drawn: Array = (rng.standard_normal((inputs, outputs)) * gain / np.sqrt(inputs)).astype(np.float32)
        return drawn

    layers = {
        "unit": layer(units, UNIT),
        "company": layer(UNIT * (around + 1), UNIT),
        "situation": layer(situation + 2 * UNIT, SITUATION),
        "value": layer(SITUATION, SITUATION),
        "worth": layer(SITUATION, 1, 0.0),
        "answer": layer(answers + UNIT * (around + 2 + 1), ANSWER),
        "told": layer(SITUATION, ANSWER),
        "weighed": layer(ANSWER, LAST),
        "score": layer(LAST, 1, 0.0),
    }
    biases = {f"{name}'": np.zeros(rows.shape[1], np.float32) for name, rows in layers.items()}
    return {**layers, **biases, "judgement": np.array(JUDGEMENT, np.float32)}


def moved(weights: Weights, was: Columns, now: Columns) -> Weights:
    """Weights for other columns: those of columns that are still there are kept, new ones begin at nothing."""
    found = dict(weights)
    for name, old, new in (
        ("unit", was.units, now.units),
        ("answer", was.answers, now.answers),
        ("situation", was.situation, now.situation),
    ):
        rows, nothing = dict(zip(old, weights[name], strict=False)), np.zeros(weights[name].shape[1], np.float32)
        found[name] = np.stack([*(rows.get(column, nothing) for column in new), *weights[name][len(old) :]])
    return found


def scores(weights: Weights, question: Question) -> tuple[Array, float]:
    """How likely each answer is, as logits, and what the situation is worth: from -1, lost, to 1, won."""
    where, places = question.where, question.at
    off = where[:, 0] >= OFF / 2
    known = _units(weights, question, off)
    most = known.max(0) if len(known) else np.zeros(UNIT, np.float32)
    situation = _through(weights, "situation", np.concatenate([question.situation, known.sum(0) / POOLED, most]))
    value = _plain(weights, "worth", _through(weights, "value", situation))
    first = rings(_apart(places[:, :2], where))
    then = rings(_apart(places[:, 2:], where))[:2]
    first[:, :, off] = 0
    actor = np.where((question.actor >= 0)[:, None], known[question.actor], 0) if len(known) else _nobody(question)
    told = np.concatenate([question.answers, actor, *(first @ known), *(then @ known)], 1)
    weighed = np.maximum(_plain(weights, "answer", told) + _plain(weights, "told", situation), 0)
    score = _plain(weights, "score", _through(weights, "weighed", weighed))[:, 0]
    return score + question.judged @ weights["judgement"], float(value[0])


def _units(weights: Weights, question: Question, off: NDArray[np.bool_]) -> Array:
    """What is known of each unit, with who stands around it."""
    alone = _through(weights, "unit", question.units)
    near = rings(_apart(question.where, question.where))
    near[0] -= np.eye(len(alone), dtype=np.float32) * (near[0] > 0)
    near[:, off] = 0
    near[:, :, off] = 0
    return _through(weights, "company", np.concatenate([alone, *(near @ alone)], 1))


def rings(apart: Array) -> Array:
    """How much whoever stands so far away counts in each ring; in the last, less and less with the distance."""
    found = np.empty((len(RINGS) + 1, *apart.shape), np.float32)
    inside = np.zeros(apart.shape, bool)
    for i, edge in enumerate(RINGS):
        within = apart < edge
        found[i] = within & ~inside
        inside = within
    found[-1] = np.exp(-np.minimum(apart, OFF / 2) / FAR)
    return found


def _apart(some: Array, others: Array) -> Array:
    """How far each of some places is from each of others."""
    distances: Array = np.sqrt(((some[:, None] - others[None]) ** 2).sum(-1))
    return distances


def _plain(weights: Weights, name: str, values: Array) -> Array:
    summed: Array = values @ weights[name] + weights[f"{name}'"]
    return summed


def _through(weights: Weights, name: str, values: Array) -> Array:
    """Through a layer, of which nothing below zero comes."""
    return np.maximum(_plain(weights, name, values), 0)


def _nobody(question: Question) -> Array:
    return np.zeros((len(question.answers), UNIT), np.float32)
