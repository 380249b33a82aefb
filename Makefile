# make demo    a first log file, with no server, no Docker, no Spark
# make unit    the quick tests: about a minute, no server, no Spark (plain pytest runs the same)
# make test    what CI runs; with a Docker engine also against a real MySQL
# make sweep   the cases that `make test` only samples (docs/testing.md); about half an hour
# make damage  every byte of many logs damaged, before everything that reads them: hours
# make fuzz MINUTES=n   so many minutes of hostile input for each target, two targets at a time (JOBS)
# make soak HOURS=n     many sessions of one server for so many hours (0.05: three minutes), with crashes and kills
# make crash-points     a crash at every step of the disk, every command ended by every signal; about half an hour
# make replay    generated logs and all scenarios applied by a real replica; half an hour (REPLAY_ARGS for less)
# make compose docker/serve: a fake source, a real replica, a consumer; until rows have arrived, some minutes
# make races   tests with every hand-over between threads delayed at random (RACES_ARGS='--rounds 3 PATHS')
# make growth  how time and memory grow with the work (AGAINST=COMMIT beside it): docs/reliability/growth.md
# make docs    the site, in build/site (its search wants a server: python3 -m http.server -d build/site); a wrong link is an error
# make audit   licences of what is installed, and known vulnerabilities where the service can be asked
# make lint golden charsets image bench clean
#
# Stamp files in .venv keep repeated calls quick: a virtual environment is filled again only when pyproject.toml changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# several processes at once, each with a server of its own; PYTEST_ARGS=-x for one after the other
PYTEST_ARGS ?= --numprocesses=auto --maxprocesses=4 --dist=worksteal
# the scenarios that `make golden` runs on a real server; each gets a folder of its name in tests/golden/captured
GOLDEN ?= $(wildcard tests/golden/scenarios/*.scn)
# how long `make fuzz` tries each target, and which ones: TARGETS="event_body whole_log"
MINUTES ?= 1
JOBS ?= 2
TARGETS ?=
# how long `make soak` goes on
HOURS ?= 0.05

.DEFAULT_GOAL := help
.PHONY: help both-ways demo unit test sweep lint golden mtr charsets image images commands bench crash-points damage fuzz replay races soak clean growth audit compose docs ready

help:
	@sed -n 's/^# make/make/p' Makefile

$(STAMP)-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "binwriter needs Python 3.11 or later: make PYTHON=python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

# editable, so that the demo shows the checkout as it is; what `make test` installed serves it as well
$(STAMP)-demo: pyproject.toml $(STAMP)-venv
	@if [ ! -e $(STAMP)-test ]; then $(PIP) --editable '.[sql]'; fi
	touch $@

$(STAMP)-test: pyproject.toml $(STAMP)-venv
	$(PIP) --editable '.[test]'
	touch $@

$(STAMP)-fuzz: pyproject.toml $(STAMP)-test
	$(PIP) --editable '.[fuzz]'
	touch $@

$(STAMP)-docs: pyproject.toml $(STAMP)-test
	$(PIP) --editable '.[docs]'
	touch $@

$(STAMP)-audit: pyproject.toml $(STAMP)-test
	$(PIP) --editable '.[audit]'
	touch $@

# pymysql's stubs and pytest's types are what mypy needs, so it gets the test extra too
$(STAMP)-lint: pyproject.toml $(STAMP)-test
	$(PIP) --editable '.[lint]'
	touch $@

# all that the other targets install, at once: they may run beside each other then
ready: pyproject.toml $(STAMP)-venv
	$(PIP) --editable '.[test,lint,docs,audit,fuzz]'
	touch $(foreach extra,test lint docs audit fuzz,$(STAMP)-$(extra))

demo: $(STAMP)-demo
	$(BIN)/binwriter run examples/mixed_engines.scn --out demo-out --force

unit: $(STAMP)-test
	$(BIN)/python -m pytest $(PYTEST_ARGS)

# Without an engine the tests that need a real server are skipped, and say so, unless BINWRITER_REQUIRE_MYSQL=1.
test: $(STAMP)-test
	@if [ -n "$${BINWRITER_MYSQL_URL:-}" ]; then :; \
	elif [ "$${CI:-}" = true ]; then docker/build.sh; \
	elif docker info >/dev/null 2>&1; then \
	  docker/build.sh || echo "the image could not be built: tests against a real MySQL are skipped"; \
	else echo "no Docker engine answers: tests against a real MySQL are skipped"; fi
	$(BIN)/python -m pytest -m 'not left_to_sweep' $(PYTEST_ARGS)

# with `make test` before it, every case of every test
sweep: $(STAMP)-test image
	$(BIN)/python -m pytest -m left_to_sweep $(PYTEST_ARGS)

lint: $(STAMP)-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy -p binwriter

image:
	docker/build.sh

golden: $(STAMP)-test image
	$(BIN)/python -m binwriter.integration.capture $(GOLDEN) --out tests/golden/captured
	$(BIN)/python -m tests.formats.columns.capture_types
	$(BIN)/python -m tests.formats.columns.capture_json
	$(BIN)/python -m tests.formats.columns.capture_json_updates
	$(BIN)/python -m tests.formats.events.capture_events
	$(BIN)/python -m tests.binwriter.inspection.capture_mysqlbinlog
	$(BIN)/python -m tests.golden.functions.capture
	$(BIN)/python -m tests.golden.commands.capture
	$(BIN)/python -m tests.golden.privileges.capture
	$(BIN)/python -m tests.golden.answers.capture
	$(BIN)/python -m tests.golden.answers.capture_expressions
	$(BIN)/python -m tests.binwriter.server.capture_explained
	$(BIN)/python -m tests.golden.images.capture
	$(BIN)/python -m tests.golden.values.capture
	$(BIN)/python -m tests.golden.dumps.capture
	$(BIN)/python -m tests.golden.mixes.capture
	$(BIN)/python -m tests.golden.wire.metadata

# needs Docker and its compose
compose:
	docker/serve/try.sh

commands: $(STAMP)-test
	$(BIN)/python -m tests.golden.commands.ours

images: $(STAMP)-test
	$(BIN)/python -m tests.golden.images.ours
	$(BIN)/python -m tests.golden.values.ours

# every captured scenario and many random statements, by plans and many rows at a time, and the exact way
both-ways: $(STAMP)-test
	$(BIN)/python -m pytest -m '' -n auto tests/binwriter/server/quick

# scripts of other people (.sql, .test), sent to a server that may be emptied and to binwriter: make differential CORPUS=DIR
# REAL=HOST:PORT[:PASSWORD] [MUTATE=SEED: damaged statements, too]
differential: $(STAMP)-test
	$(BIN)/python -m binwriter.integration.corpus $(CORPUS) --real $(REAL) --out build/differences.jsonl $(if $(MUTATE),--mutate $(MUTATE))

# make mtr HOME_OF_TESTS=DIR SUITE=binlog: MySQL's own suites by its own mysqltest (an image with both, and a copy of its mysql-test)
mtr: $(STAMP)-test
	$(BIN)/python -m tests.drivers.mtr $(HOME_OF_TESTS) $(SUITE)

charsets: $(STAMP)-test image
	$(BIN)/python -m binwriter.integration.tables.charset_capture
	$(BIN)/python -m binwriter.integration.tables.charset_tables
	$(BIN)/python -m binwriter.integration.tables.collation_capture
	$(BIN)/python -m binwriter.integration.tables.case_tables

# how time and memory grow: four sizes a case, beside an earlier commit if there is one (AGAINST=)
growth: $(STAMP)-test
	$(BIN)/python benchmarks/growth.py $(if $(AGAINST),--against $(AGAINST)) --report docs/reliability/growth.md

bench: $(STAMP)-test
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/statements.py $(if $(AGAINST),--against $(AGAINST))
	$(BIN)/python benchmarks/formats.py
	$(BIN)/python benchmarks/mixing.py
	$(BIN)/python benchmarks/many_rows.py
	$(BIN)/python benchmarks/explain.py
	$(BIN)/python benchmarks/readers.py $(if $(AGAINST),--against $(AGAINST))
	$(BIN)/python benchmarks/bulk.py

# DAMAGE_ARGS="--step 20" for a twentieth of it
damage: $(STAMP)-test
	$(BIN)/python -m tests.reliability.damage --json build/damage.json $(DAMAGE_ARGS)

# what it finds is kept in build/fuzz/found; the status is 1 then
fuzz: $(STAMP)-fuzz
	$(BIN)/python -m tests.reliability.fuzz --minutes $(MINUTES) --jobs $(JOBS) --json build/fuzz.json $(TARGETS)

# CRASH_ARGS="--every 5" for less; writes its figures
crash-points: $(STAMP)-test
	$(BIN)/python -m tests.reliability.crashes.points --report docs/reliability/crashes.md $(CRASH_ARGS)

# one that is named in REPLAY_ARGS runs alone; what differs is printed, and the status is 1 then
replay: $(STAMP)-test image
	kept=$$(mktemp -d); $(BIN)/python -m tests.reliability.replays.served --every 6 --kept $$kept && \
	  $(BIN)/python -m tests.reliability.replays.run --kept $$kept --report docs/reliability/replay.md $(REPLAY_ARGS)

# logs are verified, and replayed into a real MySQL where a Docker engine answers; writes its figures
soak: $(STAMP)-test
	$(BIN)/python -m tests.reliability.soaking.run --hours $(HOURS) --report docs/reliability/soak.md

# a failure is a race that a busy machine shows, too
races: $(STAMP)-test
	$(BIN)/python -m tests.reliability.races $(RACES_ARGS)

docs: $(STAMP)-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

audit: $(STAMP)-audit
	$(BIN)/python -m tests.security.audit

clean:
	rm -rf $(VENV) build dist demo-out *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
