"""Ed25519 signatures (RFC 8032), so that a record tells which server vouches for it.

The package `cryptography` makes and checks them; only who signs, or reads what is signed, needs it.
"""

from __future__ import annotations

from types import ModuleType

from grognard.extras import missing


def public_key(secret: bytes) -> bytes:
    """What everybody may know of a key of 32 bytes."""
    found: bytes = _ed25519().Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()
    return found


def sign(secret: bytes, message: bytes) -> bytes:
    """64 bytes that nobody without the key can make."""
    found: bytes = _ed25519().Ed25519PrivateKey.from_private_bytes(secret).sign(message)
    return found


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Has the holder of the key signed this message?"""
    curve = _ed25519()
    from cryptography.exceptions import InvalidSignature

    try:
        curve.Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):  # the latter where it is no key
        return False
    return True


def _ed25519() -> ModuleType:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ModuleNotFoundError as error:
        raise missing(error) from error
    return ed25519
