# make serve: everything a new user needs, then the companion. make demo: the same with two simulated
# players. make check: what is checked before each
# commit, in two minutes. make test: before a push, in eight to twelve. make test-all: everything we check.
# make test-browsers: a round in WebKit, Firefox, the whole Chromium and that of 2021. make messages: the sentences to translate.
# make screens: the pictures that the screens are held against. make pictures: those of the README.
# Another Python than the one .ci/environment would take.
PYTHON ?=
BIN := .venv/bin
SOURCES := companion tests
# Where nothing compiled is kept, every server that a test starts compiles the companion anew.
export PYTHONDONTWRITEBYTECODE :=

# A commit draws the same lots each time, here and in CI: what was red can be run again as it was.
LOTS = $(shell printf '%d' "0x$$(git rev-parse --short=7 HEAD 2>/dev/null || echo 1)")
# A worker more than cores: many tests wait for a browser, a clock or another process.
SIDE_BY_SIDE = --numprocesses $$(($$(nproc) + 1)) --maxprocesses 4 --dist worksteal
# What was red just now, one after the other: red by a fault, or by the load beside it?
ONCE_MORE = --last-failed --last-failed-no-failures none
# What `make test` runs and what `make test-all` adds: tests/kit/choice.py.
QUICK = COMPANION_TEST_LEDGER=sqlite CHROMIUM="$$(.ci/chromium)" $(BIN)/python -m pytest --randomly-seed 1
REST = COMPANION_TEST_LEDGER=other CHROMIUM="$$(.ci/chromium)" $(BIN)/python -m pytest --randomly-seed $(LOTS)

.PHONY: serve demo dist check style test test-again test-all test-rest test-rest-again test-release test-browsers \
	messages screens pictures tools clean always

serve: .venv/serve.stamp
	$(BIN)/companion serve

demo: .venv/serve.stamp
	$(BIN)/companion demo

# All that needs no browser, no PostgreSQL and no process of its own, and is quick: the same tests each time.
check: style
	@.ci/advisories
	COMPANION_TESTS=some COMPANION_TEST_LEDGER=sqlite $(BIN)/python -m pytest --randomly-seed 1 $(SIDE_BY_SIDE) \
		-m "not (elsewhere or browser or postgres or process or long or longest)"

style: .venv/test.stamp
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/oxfmt --check static
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin
	$(BIN)/lint-imports

# All of `make check`, what starts processes, one in four of the long ones, and in a browser the spine:
# each journey of a person once. The same tests each time.
test: style tools
	COMPANION_TESTS=test $(QUICK) $(SIDE_BY_SIDE)

test-again: .venv/test.stamp
	$(QUICK) $(ONCE_MORE)

# Everything: what `make test` runs, then all else.
test-all: test test-rest

# Every other test in a browser, the long ones, what needs a PostgreSQL; and on it what `make test` ran on SQLite.
test-rest: .venv/test.stamp tools
	COMPANION_TESTS=rest $(REST) $(SIDE_BY_SIDE)

test-rest-again: .venv/test.stamp
	$(REST) $(ONCE_MORE)

# Before a release: all that these draw lots for. Every case, every screen in every language, and
# the tables of tests/play and tests/web in SQLite and in PostgreSQL. Two hours and more on two cores.
test-release: .venv/test.stamp tools
	COMPANION_TESTS=all CHROMIUM="$$(.ci/chromium)" $(BIN)/python -m pytest --numprocesses $$(nproc) --dist worksteal
	COMPANION_TESTS=all COMPANION_TEST_LEDGER=postgres $(BIN)/python -m pytest --numprocesses $$(nproc) --dist worksteal tests/play tests/web

# Half of the phones are iPhones: Debian's WebKit and Firefox stand for those that are no Chromium, and
# the whole Chromium for what its shell without windows leaves out; Chromium 92 is the oldest that is
# promised, and passed over with a word where npm has none.
test-browsers: .venv/browsers.stamp
	@.ci/tools browsers
	$(BIN)/python -m pytest -m elsewhere tests/browser/test_elsewhere.py
	oldest="$$(.ci/oldest)" || exit 0; OLDEST="$$oldest" CHROMIUM="$$(.ci/chromium)" $(BIN)/python -m pytest -m elsewhere tests/browser/test_oldest_browser.py
	CHROMIUM="$$(.ci/chromium whole)" $(BIN)/python -m pytest tests/browser/test_round.py tests/browser/test_moments.py

# New sentences into the catalogues of translations/, unused ones out. They are read as they stand:
# there is nothing to compile.
messages: .venv/test.stamp
	$(BIN)/python -m tests.kit.sentences

# What the screens are held against, taken anew where they look otherwise: to be looked at first.
screens: .venv/test.stamp tools
	CHROMIUM="$$(.ci/chromium)" $(BIN)/python -m tests.browser.keep_pictures

# The pictures at the head of the README, taken anew.
pictures: .venv/test.stamp tools
	CHROMIUM="$$(.ci/chromium)" $(BIN)/python -m tests.browser.take_front_pictures

# A release as one can get it: dist/ with the sdist and the wheel. SITE=https://... is where the project lives.
dist: .venv/test.stamp
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist -t sdist -t wheel

# A browser, nginx and fonts for the tests: those that are there, or Debian's where we may install them.
tools: .venv/test.stamp
	@.ci/tools

# It looks every time, and does nothing where all is done.
.venv/%.stamp: always
	@PYTHON="$(PYTHON)" .ci/environment $*

always:

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
