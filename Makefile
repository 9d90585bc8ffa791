# Everything runs in a virtual environment of its own; the first call of any target makes it.
#   make play    open the lobby, choose a game and play
#   make test    lint, types and every test
#   make check   lint and types only
#   make quick   lint, types and the tests of what was changed since main, in under a minute
#   make mutants  is a broken rule noticed? COUNT=20 small faults in the rules of GAME=night_fight, drawn by SEED=1
#   make docs    the documentation as a site, into a folder (SITE=site); fails where a link leads nowhere
#   make release  packages and notes of the version that the changelog begins with, into dist/
#   make screenshots  every game as it looks, into a folder (SHOTS=screenshots)
#   make sizes   every lesson and the first questions of every scenario on eight sizes of window: is all in sight? GAMES="folio korsun" for some
#   make bench   speed, beside python-chess in the same run
#   make profile  where the time of random and doctrine matches goes, by chapter and rule function of GAME=night_fight
#   make strength  each level against the one below until it is decided, silly decisions repeated, exploits, thinking time (kept in STRENGTH=strength)
#   make balance  every scenario of every game, MATCHES=100 each, at three strengths (STRENGTHS="doctrine fitted grognard:0.03s"): docs/reference/balance.md, and the chances people are told
#   make tamper  single changes to records of every game, and files made to harm (COUNT=10000): which of them verify lets pass
#   make forge   hostile requests against a table (COUNT=100000)
#   make leaks   what a seat receives at two tables that differ only in what it may not know (COUNT=10000 positions)
#   make kills   a table killed with SIGKILL while all games are played, SQLite and PostgreSQL (COUNT=1000)
#   make dying   processes killed while they bring a database up to date, SQLite and PostgreSQL (COUNT=100 each)
#   make research  the environments under OpenSpiel's own tests and under MaskablePPO (large packages)
#   make baselines  what random play and doctrine earn in every environment, MATCHES=100 each: docs/reference/baselines.md
#   make train   an opponent learns GAME=folio for MINUTES=10 on all cores but one (PyTorch, a large package); docs/how-to/train-an-opponent.md
#   make fuzz    many random and doctrine matches with every invariant checked (COUNT=2000)

GAME  ?= night_fight
SEED  ?= 1
SITE  ?= site
PORT  ?= 8000
SHOTS ?= screenshots
STRENGTH ?= strength
MATCHES ?= 100
BALANCE ?= balance
STRENGTHS ?= doctrine fitted grognard:0.03s
BASELINES ?= baselines
MINUTES ?= 10
TRAINED ?= trained
VENV  := .venv
BIN   := $(VENV)/bin
TSC   := $(VENV)/node_modules/.bin/tsc

NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
            $$p -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$p && break; done)

# Programs that are started hundreds of times are not to be compiled anew each time, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test check compiled quick mutants docs release screenshots sizes bench profile strength balance baselines fuzz research train tamper forge leaks kills dying clean
.DELETE_ON_ERROR:

help:
	@sed -n 's/^#   //p' Makefile

play: $(VENV)/.drawn
	@$(BIN)/grognard serve --open $(if $(filter file,$(origin PORT)),,--port $(PORT))

check: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/python -m tools.prose
	$(BIN)/mypy
	@if $(BIN)/pyright --version >/dev/null 2>&1; then $(BIN)/pyright --pythonpath $(BIN)/python; \
	  else echo "The examples are not checked by pyright: npm, which brings it, is not here."; fi
	@[ -x $(TSC) ] || ! command -v npm >/dev/null || npm install --silent --no-audit --no-fund --prefix $(VENV) typescript@5.9 || true
	@if [ -x $(TSC) ]; then $(TSC) -p jsconfig.json && echo "The page's types are sound."; \
	  else echo "The page's types are not checked: npm, which brings TypeScript, is not here."; test -z "$(TYPES)"; fi

# Types take one processor, documentation the other; then the tests are compiled there, once for all workers.
test: $(VENV)/.dev
	@$(MAKE) --no-print-directory -j 2 check docs compiled
	$(BIN)/pytest -n auto --dist worksteal --durations 30 --durations-min 5

compiled: $(VENV)/.dev
	@$(BIN)/pytest --collect-only -qq >/dev/null || true

quick: $(VENV)/.dev
	@$(BIN)/python -m bench.quick

mutants: $(VENV)/.dev
	@$(BIN)/python -m bench.mutants $(GAME) --count $(or $(COUNT),20) --seed $(SEED)

docs: $(VENV)/.dev
	PYTHONPATH=. NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --site-dir $(SITE)

release: $(VENV)/.dev
	@$(BIN)/python -m tools.release

screenshots: $(VENV)/.dev
	$(BIN)/python -m tests.browser.screenshots $(SHOTS)

sizes: $(VENV)/.dev
	$(BIN)/python -m tests.browser.sizes $(GAMES)

bench: $(VENV)/.bench
	$(BIN)/python -m bench

profile: $(VENV)/.bench
	$(BIN)/python -m bench.profile $(GAME)

strength: $(VENV)/.dev
	$(BIN)/python -m bench.strength --out $(STRENGTH)

balance: $(VENV)/.dev
	$(BIN)/grognard lab run all $(addprefix --strength ,$(STRENGTHS)) --matches $(MATCHES) --out $(BALANCE)
	$(BIN)/python -m tools.balance_page $(BALANCE) docs/reference/balance.md
	$(BIN)/python -m grognard.lab.measured_balance docs/reference/balance.md
	$(BIN)/python -m tools.calibrate $(BALANCE) --strength $(lastword $(STRENGTHS)) --beside fitted --page docs/reference/chances.md

baselines: $(VENV)/.dev
	$(BIN)/python -m bench.baselines $(BASELINES) docs/reference/baselines.md --matches $(MATCHES)

fuzz: $(VENV)/.dev
	$(BIN)/python -m grognard.fuzz $(or $(COUNT),200)

research: $(VENV)/.research
	$(BIN)/pytest tests/env/research_open_spiel.py tests/env/research_maskable_ppo.py tests/env/research_by_reward.py tests/env/research_learned_value.py

train: $(VENV)/.train
	@$(BIN)/python -m tools.train $(GAME) --minutes $(MINUTES) --out $(TRAINED)

tamper: $(VENV)/.dev
	$(BIN)/python -m tests.server.tamper --count $(or $(COUNT),10000)

forge: $(VENV)/.dev
	$(BIN)/python -m bench.forge --requests $(or $(COUNT),100000)

leaks: $(VENV)/.dev
	$(BIN)/python -m bench.leaks --positions $(or $(COUNT),10000)

dying: $(VENV)/.dev
	$(BIN)/python -m bench.dying --kills $(or $(COUNT),100)

kills: $(VENV)/.dev
	$(BIN)/python -m bench.kills --count $(or $(COUNT),1000)

clean:
	rm -rf $(VENV) $(SITE) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.python:
	@$(if $(PYTHON),,echo "Grognard needs Python 3.11 or newer with its venv module, and found none."; \
	  echo "Install it (Debian, Ubuntu: apt install python3-venv) or name it: make play PYTHON=/path/to/python3"; exit 1)
	@$(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null || { echo "$(PYTHON) is not Python 3.11 or newer with its venv module."; exit 1; }
	@echo "Setting up $(VENV) (once; a minute or so) …"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

DRAWN := $(shell find src/grognard/board src/grognard/games -name "*.py" -o -name "*.toml" -o -name "*.tsv" 2>/dev/null)

$(VENV)/.drawn: $(VENV)/.play $(DRAWN)
	@$(BIN)/python -m grognard.server.pictures.prerender
	@touch $@

$(VENV)/.play: EXTRAS = [terminal,table]
$(VENV)/.dev: EXTRAS = [dev]
$(VENV)/.bench: EXTRAS = [bench]
$(VENV)/.research: EXTRAS = [dev,research]
$(VENV)/.train: EXTRAS = [dev,train]
$(VENV)/.play $(VENV)/.dev $(VENV)/.bench $(VENV)/.research $(VENV)/.train: $(VENV)/.python pyproject.toml $(wildcard src/grognard/board/kernels/*.pyx)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.$(EXTRAS)' || { \
	  echo "Packages could not be installed: is the network there?"; exit 1; }
	@touch $@
