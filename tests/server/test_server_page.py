"""The examples on the page about servers are true: the unit, the proxies, the file of limits."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from grognard.server.cli import add_serve
from grognard.server.web.allowance import Club, Limits, read_limits

PAGE = (Path(__file__).parents[2] / "docs/how-to/run-a-server.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL))
PASSED_ON = {
    "Host": "$http_host",
    "X-Forwarded-For": "$remote_addr",
    "Upgrade": "$http_upgrade",
    "Connection": "$grognard_connection",
}


def test_the_file_of_limits_is_read(tmp_path: Path) -> None:
    (tmp_path / "limits.toml").write_text(BLOCKS["toml"])
    assert read_limits(tmp_path / "limits.toml") == Limits(pages=100, matches=1, club=(Club("203.0.113.7", 20),))


SAID = {
    "requests": "40 a second, 200 to spare",
    "looks": "40 a second, 600 to spare",
    "matches": "one in 2 seconds, 40 to spare",
    "words": "one a second, 8 to spare",
}


def test_the_table_of_limits_says_what_they_are() -> None:
    usual = Limits()
    assert f"| {usual.connections}, {usual.pages} | `connections`, `pages` |" in PAGE
    assert f"| {usual.own} MiB | `own` (MiB) |" in PAGE
    for name, words in SAID.items():
        assert f"| {words} | `{name}`, `{name}_at_once` |" in PAGE
        assert words.endswith(f", {getattr(usual, name + '_at_once'):.0f} to spare")
        assert getattr(usual, name) in (40, 0.5, 1)


def test_nginx_passes_on_what_the_table_needs() -> None:
    """A1, A2: it did not load, and dropped the port of the host."""
    text = BLOCKS["nginx"]
    assert text.count("{") == text.count("}")
    assert all(line.strip()[-1:] in ("", ";", "{", "}") for line in text.splitlines())
    assert dict(re.findall(r"proxy_set_header (\S+) +(\S+);", text)).items() >= PASSED_ON.items()
    assert "map $http_upgrade $grognard_connection" in text
    for needed in ("ssl_certificate ", "ssl_certificate_key ", "Strict-Transport-Security", "return 301 https://"):
        assert needed in text


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx_loads_it(tmp_path: Path) -> None:
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=table.example"]
    subprocess.run([*words, "-keyout", str(tmp_path / "key"), "-out", str(tmp_path / "cert")], check=True)
    text = re.sub(r"/etc/letsencrypt\S+fullchain.pem", str(tmp_path / "cert"), BLOCKS["nginx"])
    text = re.sub(r"/etc/letsencrypt\S+privkey.pem", str(tmp_path / "key"), text)
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{text}\n}}\n")
    checked = subprocess.run(["nginx", "-t", "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="caddy is not installed")
def test_caddy_loads_its_file(tmp_path: Path) -> None:
    (tmp_path / "Caddyfile").write_text(BLOCKS["caddy"])
    words = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    assert subprocess.run(words, check=False).returncode == 0


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    text = BLOCKS["ini"].replace("/opt/grognard/venv/bin/grognard", "/bin/true")
    (tmp_path / "grognard.service").write_text(text)
    words = ["systemd-analyze", "verify", str(tmp_path / "grognard.service")]
    found = subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ | {"LC_ALL": "C"})
    assert found.returncode == 0 and "grognard.service:" not in found.stderr, found.stderr


def test_the_container_file_is_the_one_of_the_page_and_starts_what_there_is() -> None:
    home = Path(__file__).parents[2]
    assert (home / "Dockerfile").read_text("utf-8") == BLOCKS["dockerfile"]
    (entry,) = re.findall(r"^ENTRYPOINT (\[.*\])$", BLOCKS["dockerfile"], flags=re.MULTILINE)
    parser = argparse.ArgumentParser()
    add_serve(parser.add_subparsers(), lambda chosen: None)
    chosen = parser.parse_args([*json.loads(entry)[1:], "--domain", "table.example", "--proxy", "172.16.0.0/12"])
    assert (chosen.host, chosen.port, chosen.data) == ("0.0.0.0", 8000, Path("/var/lib/grognard"))


def test_the_page_names_every_option_of_the_server() -> None:
    parser = argparse.ArgumentParser()
    add_serve(parser.add_subparsers(), lambda chosen: None)
    shown = parser.parse_known_args(["serve"])[0]
    other = {"run", "open"}
    for name in vars(shown).keys() - other:
        assert f"--{name.replace('_', '-')}" in PAGE, name


def test_systemd_waits_until_the_table_is_there_and_watches_it() -> None:
    unit = BLOCKS["ini"]
    assert "Type=notify\n" in unit and "WatchdogSec=60\n" in unit and "AF_UNIX" in unit
