"""What a side sees and may do as arrays: for environments, learners and players that have learnt. Needs NumPy."""

from grognard.encoding.encoder import Encoder

__all__ = ["Encoder"]
