# rulesdemo: everything a fresh machine with Python 3.11+ and make needs. `make` alone lists the targets.

PYTHON ?=
PORT ?=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# What is installed is remembered by empty stamp files in .venv, named after the content of pyproject.toml and the place of the
# checkout (an environment cannot be moved). The same content, however new its date, installs nothing.
BIN := .venv/bin
KEY := $(firstword $(shell { cat pyproject.toml; pwd; } | cksum))
BASE := .venv/stamps/base-$(KEY)
TEST := .venv/stamps/test-$(KEY)
BENCH := .venv/stamps/bench-$(KEY)
PINS := .venv/stamps/constraints-$(KEY)

IS_3_11 := import sys; sys.exit(sys.version_info < (3, 11))
HAS_PIP := import importlib.util as u, sys; sys.exit(sys.version_info < (3, 11) or not u.find_spec("pip"))

# An environment that is half made, or whose Python is gone or too old, is made again, stamps and all.
ifneq ($(shell $(BIN)/python -c '$(HAS_PIP)' 2>/dev/null && echo fine),fine)
.PHONY: $(BIN)/python $(BASE) $(TEST) $(BENCH) $(PINS)
endif

# $(call install,WHAT,STAMPS): `pip install -e WHAT`, then the stamps that this earns in place of older ones.
define install
	@echo "Installing $(strip $(1)) into .venv (a minute or two, only when pyproject.toml changes)..."
	$(call quietly,$(BIN)/python -m pip install --quiet --disable-pip-version-check -e "$(strip $(1))")
	@mkdir -p .venv/stamps
	@for stamp in $(2); do rm -f "$${stamp%-*}"-*; touch "$$stamp"; done
endef

comma := ,

# $(call quietly,COMMAND): shows what the command says only if it fails.
define quietly
	@said=$$($(1) 2>&1) || { printf '%s\n' "$$said"; exit 1; }
endef

.PHONY: help
help: ## list these targets
	@echo "Usage: make TARGET [PORT=8866] [PYTHON=python3.12]"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r target words; do printf '  %-12s %s\n' "$$target" "$$words"; done

.PHONY: serve
serve: $(BASE) ## serve the book at http://127.0.0.1:8866/ (another port: PORT=9000)
	@$(BIN)/rulesdemo serve $(if $(PORT),--port "$(PORT)")

.PHONY: site
site: $(BASE) ## build the book as files for any web host (needs node and npm): SITE=folder
	@$(BIN)/rulesdemo site build "$(or $(SITE),site)"

.PHONY: lab
lab: $(BASE) ## open a copy of the notebooks in JupyterLab
	@$(BIN)/rulesdemo lab

# What a change is most likely to break, without long random play, servers and browsers.
QUICK := rulesdemo widgets README.md CONTRIBUTING.md tests/analysis tests/board tests/games tests/odds tests/play tests/rules \
    tests/widgets/kit tests/widgets/web tests/test_api.py tests/test_documents.py tests/test_golden.py tests/test_layers.py tests/test_prose.py

.PHONY: check
check: lint types layers words-check ## run what takes under three minutes: lint, types, layers, words, doctests, the kit, the engine's cases
	@$(BIN)/python -m pytest --quiet --numprocesses logical --maxprocesses 4 --dist worksteal -m "not slow" $(QUICK)

.PHONY: test
test: lint types layers words-check env-browser ## run every check and every test
	@$(BIN)/python -m pytest --quiet --numprocesses logical --maxprocesses 4 --dist loadfile
	@$(BIN)/python -m pytest --quiet --numprocesses logical --maxprocesses 4 --dist loadfile --nbval-lax --nbval-current-env book

.PHONY: test-voila
test-voila: env-browser ## run the browser tests once more, with every page drawn by Voila's own front end
	@RULESDEMO_FRONT_END=voila $(BIN)/python -m pytest --quiet --numprocesses logical --maxprocesses 4 --dist loadfile tests/browser

.PHONY: lint
lint: $(TEST) ## check style and formatting (ruff)
	@$(BIN)/python -m ruff check --quiet .
	@$(BIN)/python -m ruff format --check --quiet . || { echo "These files are not formatted: run $(BIN)/ruff format ." >&2; exit 1; }

.PHONY: types
types: $(TEST) ## check types (mypy --strict)
	@$(BIN)/python -m mypy --no-error-summary

.PHONY: layers
layers: $(TEST) ## check who imports whom (import-linter)
	$(call quietly,$(BIN)/lint-imports --no-logo)

.PHONY: bench
bench: $(BENCH) env-browser ## compare our exact odds with other libraries, the engine's speed, and our pages with stock Voila
	@status=0; \
	for part in startup.py "chi_square.py --rolls 20000" odds.py engine.py captain.py page.py readers.py behind_proxy.py; do $(BIN)/python tests/bench/$$part || status=1; done; \
	exit $$status

.PHONY: attack
attack: $(TEST) ## try to break everything for ten minutes: random games, spoiled saves, hostile acts, requests, command lines
	@$(BIN)/python -m tests.attack.run

# Extracts every message into data/words/messages.pot, the template of the catalogues.
define extracted
	@mkdir -p data/words
	$(call quietly,$(BIN)/pybabel extract --mapping-file pyproject.toml --no-default-keywords --keywords "_ N_ ngettext:1$(comma)2 Nn_:1$(comma)2 count_text:2$(comma)3" \
	    --project rulesdemo --sort-by-file --output-file data/words/messages.pot rulesdemo widgets data book tests/cases)
endef

.PHONY: words
words: $(TEST) ## extract every message, and bring the catalogues of data/words up to date
	$(extracted)
	@$(BIN)/python -m tests.support.catalogues merge

.PHONY: words-check
words-check: $(TEST) ## check that every message has its words in every language, and that they are well written
	$(extracted)
	@$(BIN)/python -m tests.support.catalogues check

.PHONY: golden
golden: $(TEST) ## write every golden file of all games anew: pictures, whole games, counts of play, outputs of notebooks
	@$(BIN)/python -m tests.support.golden

.PHONY: screenshots
screenshots: env-browser ## write pictures of every page, for eyes, phones and walls, into screenshots/
	@$(BIN)/python -m tests.support.screenshots

# $(call pinned,FILE,OPTIONS): the versions that pip would take today, for every system and Python, each with the hashes of its files.
define pinned
	$(call quietly,$(BIN)/uv pip compile --no-config --universal --python-version 3.11 --generate-hashes --upgrade \
	    --custom-compile-command "make constraints" --output-file $(1) $(2) pyproject.toml requirements/build.in)
endef

.PHONY: constraints
constraints: $(PINS) ## pin every package, with hashes, in requirements/: book.txt for readers, test.txt for `make env`
	$(call pinned,requirements/book.txt)
	$(call pinned,requirements/test.txt,--extra test)
	@grep -c '^[a-z]' requirements/book.txt requirements/test.txt | sed 's/:\(.*\)/: \1 packages/'

.PHONY: wheel
wheel: $(TEST) ## build the source archive and the wheel into dist/
	$(call quietly,$(BIN)/python -m build --outdir dist .)
	@ls dist/*

.PHONY: env
env: $(TEST) ## make .venv with everything for working on rulesdemo
	@:

.PHONY: env-browser
env-browser: $(TEST) ## find a Chromium for the browser tests, or fetch it
	@$(BIN)/python -m tests.support.find_browser

.PHONY: clean
clean: ## remove what building and testing leave behind (.venv stays)
	@rm -rf build dist screenshots .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .benchmarks
	@find . -name .venv -prune -o -name .git -prune -o -type d \( -name __pycache__ -o -name .ipynb_checkpoints -o -name '*.egg-info' \) \
	    -prune -exec rm -rf {} +

$(BASE): | $(BIN)/python
	$(call install,.,$(BASE))

$(TEST): | $(BIN)/python
	$(call install,.[test],$(TEST) $(BASE))

$(BENCH): | $(BIN)/python
	$(call install,.[bench],$(BENCH) $(BASE))

$(PINS): | $(BIN)/python
	$(call install,.[constraints],$(PINS) $(BASE))

$(BIN)/python:
	@found=; \
	for candidate in $(if $(PYTHON),"$(PYTHON)",python3.13 python3.12 python3.11 python3 python); do \
	    if "$$candidate" -c '$(IS_3_11)' >/dev/null 2>&1; then found=$$candidate; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "rulesdemo needs Python 3.11 or newer and found none as $(or $(PYTHON),python3 or python): install it, or name yours with make PYTHON=..." >&2; \
	    exit 1; \
	fi; \
	if ! "$$found" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
	    echo "$$found cannot make environments, for lack of ensurepip: install its venv package (Debian: apt-get install python3-venv)." >&2; \
	    exit 1; \
	fi; \
	"$$found" -m venv --clear .venv
