# SPDX-License-Identifier: MIT
# The daily commands.  meson.build knows how things are made; every target here says what it is for.
#
#   make play    installs what is missing, builds, and serves the page with its games
#   make test    installs what is missing, builds, and runs every test
.POSIX:
.PHONY: help build play dist deb install test check debug asan clang coverage golden screens signature bench tidy fuzz \
        instructions valgrind signatures deep mutants clean static fault bench-server

help: ## prints this list
	@grep -h '^[a-z-]*:.*##' Makefile | sed 's/:[^#]*## /\t/' | expand -t 12

# ---- Building and playing. ----

PORT = 1805
HOST = localhost

build/build.ninja:
	@tools/setup.sh play
	@meson setup build -Dtests=false >/dev/null

build: build/build.ninja ## builds the program, build/grognard
	@ninja -C build --quiet

play: build static ## serves the page at http://localhost:1805 until Ctrl-C (PORT=N, HOST='*': see README)
	@exec build/grognard serve --port $(PORT) --host '$(HOST)' \
	    $$([ -z "$${DISPLAY:-}$${WAYLAND_DISPLAY:-}" ] || echo --open)

# ---- The page: core, games and players as wasm, and what shows them. ----

build/wasm/build.ninja:
	@tools/setup.sh page
	@meson setup build/wasm --cross-file wasm/wasm32.ini -Dwasm=true -Doptimization=2 >/dev/null

web/node_modules/.package-lock.json: web/package-lock.json
	@tools/setup.sh page
	@cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

static: build/wasm/build.ninja web/node_modules/.package-lock.json ## builds the page, build/static; any host can serve it
	@ninja -C build/wasm --quiet grognard.wasm
	@mkdir -p build/static
	@cp -p build/wasm/grognard.wasm build/static/
	@cd web && node build.mjs ../build/static

# ---- Testing. ----

build/with-tests: build/build.ninja
	@tools/setup.sh test
	@grep -q '^build tests/clauses:' build/build.ninja || \
	    meson setup --reconfigure build -Dtests=true >/dev/null
	@touch build/with-tests

test: build/with-tests static ## runs every test; the last line counts them
	@ninja -C build --quiet
	@tests/run-all build

GAME =

check: build/with-tests ## runs the quick tests, for every few minutes (GAME=squares: only those of this game)
	@if [ -n "$(GAME)" ]; then tests/check-game build "$(GAME)"; else \
	    ninja -C build --quiet && tests/run-all build --suite unit --suite clauses --suite contract \
	        --suite golden --suite tidy; \
	fi

debug: build-debug/build.ninja ## runs every test in a build for the debugger
	@ninja -C build-debug --quiet
	@tests/run-all build-debug

asan: build-asan/build.ninja ## runs every test under the address and undefined behaviour sanitizers
	@ninja -C build-asan --quiet
	@ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	    tests/run-all build-asan --timeout-multiplier 5

clang: build-clang/build.ninja ## runs every test in a build by clang
	@ninja -C build-clang --quiet
	@tests/run-all build-clang

coverage: build-coverage/build.ninja ## runs every test and counts the lines they reach
	@ninja -C build-coverage --quiet
	@find build-coverage -name '*.gcda' -exec rm -f {} +
	@tests/run-all build-coverage
	@tools/coverage.sh build-coverage

tidy: ## checks style and layering
	@tools/tidy.sh .

build-debug/build.ninja:
	@tools/setup.sh test
	@meson setup build-debug --buildtype=debug >/dev/null

build-asan/build.ninja:
	@tools/setup.sh test
	@meson setup build-asan --buildtype=debugoptimized -Db_sanitize=address,undefined >/dev/null

build-tsan/build.ninja:
	@tools/setup.sh test
	@meson setup build-tsan --buildtype=debugoptimized -Db_sanitize=thread >/dev/null

build-clang/build.ninja:
	@tools/setup.sh deep
	@CC=clang meson setup build-clang >/dev/null

build-coverage/build.ninja:
	@tools/setup.sh test
	@meson setup build-coverage --buildtype=debug -Db_coverage=true >/dev/null

# ---- A release. ----

dist: build static ## makes the release of this commit, with the page in it, in build/dist
	@tools/dist.sh build/dist

deb: dist ## makes the Debian packages of this commit, in build/deb
	@tools/setup.sh deb
	@tools/deb.sh build/dist build/deb

install: build static ## installs the program, its page and manuals (DESTDIR, and meson's prefix)
	@meson install -C build --quiet

# ---- Files that tests compare with.  Look at the difference before you keep it. ----

golden: build/with-tests ## rewrites the golden files
	@ninja -C build --quiet
	@build/tests/golden --write rules

screens: build/with-tests static ## takes pictures of every screen at four sizes, by day and by lamp light (WORD=borodino: only those)
	@ninja -C build --quiet grognard
	@cd web && node test/screens.mjs ../build/static ../build/screens '$(WORD)'

signature: build/with-tests ## prints one hash of play for each game, as in tests/signature.txt
	@ninja -C build --quiet
	@build/tests/signature

# ---- Figures. ----

bench: build ## measures how fast it is
	@build/grognard bench

bench-server: build/with-tests ## measures actions a second of the server, and of boardgame.io
	@ninja -C build --quiet
	@bench/server/run.sh build/grognard build/tests/bench-client

instructions: build ## counts the instructions of a fixed batch: a change shows through the noise
	@bench/instructions.sh build/grognard

# ---- The long checks. ----

FUZZ_SECONDS = 60

build-fuzz/build.ninja:
	@tools/setup.sh deep
	@CC=clang meson setup build-fuzz --buildtype=debugoptimized -Db_sanitize=address,undefined \
	    -Db_lundef=false -Dtests=false -Dlibfuzzer=true >/dev/null

fuzz: build-fuzz/build.ninja ## fuzzes each target for a minute
	@ninja -C build-fuzz --quiet
	@fuzz/run.sh build-fuzz $(FUZZ_SECONDS)

valgrind: build-debug/build.ninja ## runs the unit and clause tests under valgrind
	@tools/setup.sh deep
	@ninja -C build-debug --quiet
	@tests/run-all build-debug --suite unit --suite clauses --timeout-multiplier 30 \
	    --wrap "valgrind --quiet --error-exitcode=99 --leak-check=no"

signatures: ## compares play by gcc and clang, -O0 and -O3 (with 32 bits: make signatures MULTILIB=--multilib)
	@tools/setup.sh deep $(MULTILIB)
	@tools/signatures.sh $(MULTILIB)

KILLS = 200
SEED = 1805

fault: build/with-tests ## kills the server KILLS times while games run, and checks what is lost
	@ninja -C build --quiet
	@build/tests/server-fault build/grognard --kills $(KILLS) --seed $(SEED)

deep: ## runs all long checks, for the night, and lists what passed (one of them: tools/deep.sh STEP)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) KILLS=$(KILLS) tools/deep.sh

MUTANTS = 60

mutants: ## makes small changes to lucky's rules, one at a time, and lists those that no test finds
	@tools/mutate.sh $(MUTANTS)

clean: ## removes what was built
	rm -rf build build-debug build-asan build-tsan build-clang build-coverage build-fuzz build-mutants \
	    build-signature-*
