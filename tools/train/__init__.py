"""Opponents that learn by playing against themselves: `python -m tools.train folio --minutes 10 --out DIR`.

Actors play matches in processes of their own and send what they saw and did; the learner makes the answers that won
more likely, and hands out its weights. Training needs PyTorch, playing NumPy alone.
docs/how-to/train-an-opponent.md explains it.
"""
