"""Ed25519 against the examples of RFC 8032, section 7.1."""

from __future__ import annotations

import sys

import pytest

from grognard.engine.records.signing import is_signed, public_key, sign

ORDER = 2**252 + 27742317777372353535851937790883648493  # of the group: a number and it plus this say the same
EXAMPLES = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("secret", "public", "message", "signature"), EXAMPLES)
def test_the_examples_of_the_rfc(secret: str, public: str, message: str, signature: str) -> None:
    key, text = bytes.fromhex(secret), bytes.fromhex(message)
    assert public_key(key).hex() == public
    assert sign(key, text).hex() == signature
    assert is_signed(bytes.fromhex(public), text, bytes.fromhex(signature))


def test_anything_else_is_not_signed() -> None:
    secret, public, _, signature = EXAMPLES[1]
    key, mark, text = bytes.fromhex(public), bytes.fromhex(signature), b"\x72"
    assert is_signed(key, text, mark)
    again = int.from_bytes(mark[32:], "little") + ORDER  # the same number, written otherwise
    for other in (bytes(64), mark[:32], mark[:-1] + b"\1", mark[:32] + again.to_bytes(32, "little"), b"\xff" * 64):
        assert not is_signed(key, text, other)
    assert not is_signed(key, b"\x73", mark)
    assert not is_signed(public_key(b"\1" * 32), text, mark)
    assert not is_signed(b"\xff" * 32, text, mark) and not is_signed(b"", text, mark)
    assert not is_signed(bytes.fromhex(secret), text, mark)


def test_without_the_package_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(ModuleNotFoundError, match=r"cryptography is not installed.*pip install 'grognard\[table\]'"):
        public_key(bytes(32))
