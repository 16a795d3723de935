# Everything that builds, checks and shows toolverdict. `make help` lists it.
# Needs Go, make, curl and git; the tools come from internal/tools/go.mod.

TOOL      := go tool -modfile=internal/tools/go.mod
# Modules of their own, so that what they need is no dependency of ours: peers,
# Prometheus, a browser, images and archives, the recorder that others take.
MODULES   := . bench internal/observability internal/report/browser internal/shipping examples/instrumentation/go
CLIENTS   := examples/instrumentation
# actionlint needs an older release of a YAML library than the other tools.
ACTIONLINT := go tool -modfile=internal/tools/actionlint/go.mod actionlint
COLLECTOR := build/otelcol-toolverdict
FULL      := build/otelcol-toolverdict-full
PROMTOOL  := build/promtool
PROMETHEUS := build/prometheus
FUZZTIME  ?= 2m
# Of a release: its version, the time that its files are of, and which platforms (all).
VERSION   ?= $(shell git describe --tags --always --dirty)
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct)
PLATFORMS ?=
# What npm ci leaves behind.
NODE_ADAPTERS := examples/adapters/node/node_modules/.package-lock.json
NODE_CLIENTS  := $(CLIENTS)/typescript/node_modules/.package-lock.json
# What the collector is built from: our own code, the manifest, the versions, ocb.
SOURCES   := $(shell find config engine processor internal/recording internal/toolspan -name '*.go' -not -name '*_test.go') builder-config.yaml go.mod go.sum internal/tools/go.mod

GENERATED := '*generated*' processor/README.md processor/documentation.md docs/findings.md

.DEFAULT_GOAL := help
.PHONY: help build full soak test test-rules test-report test-hostile pictures lint fmt generate bench gobench fuzz cases demo run cover clean release compat adapters test-adapters test-clients

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

build: $(COLLECTOR) ## build the collector: build/otelcol-toolverdict

$(COLLECTOR): $(SOURCES)
	@mkdir -p build
	CGO_ENABLED=0 $(TOOL) builder --config builder-config.yaml
	@mv build/dist/otelcol-toolverdict $@

full: $(FULL) ## build the collector with load balancing and Kafka: build/otelcol-toolverdict-full

$(FULL): $(SOURCES) builder-config.full.yaml
	@mkdir -p build
	CGO_ENABLED=0 $(TOOL) builder --config builder-config.full.yaml
	@mv build/dist-full/otelcol-toolverdict-full $@

test: build full ## all tests: unit, golden, fuzz seeds, race, and the built collector end to end
	TOOLVERDICT_COLLECTOR=$(CURDIR)/$(COLLECTOR) TOOLVERDICT_COLLECTOR_FULL=$(CURDIR)/$(FULL) go test -race -timeout 20m ./...
	go test -run Allocates ./engine ./processor # counts that the race detector would change
	TOOLVERDICT_COLLECTOR=$(CURDIR)/$(COLLECTOR) go -C bench test ./...
	go -C internal/shipping test ./...

lint: ## linters, formatting, known vulnerabilities, and that generated files are current
	@! git grep -nE '^(<{7}|>{7}) ' || { echo "these are marks of a conflict: decide for one side"; exit 1; }
	@set -e; for module in $(MODULES); do \
		echo "golangci-lint run: $$module"; \
		go -C $$module tool -modfile=$(CURDIR)/internal/tools/go.mod golangci-lint run ./...; \
	done
	$(ACTIONLINT)
	go run ./internal/advisories ./...
	go generate ./...
	@changed=$$(git status --porcelain -- $(GENERATED)); [ -z "$$changed" ] || { git diff -- $(GENERATED); echo "generated files are not as they were committed:"; echo "$$changed"; exit 1; }

# The first time this builds Prometheus, which takes minutes.
test-rules: $(COLLECTOR) $(PROMTOOL) ## alert rules with promtool; every query of rules and dashboard against the built collector
	$(PROMTOOL) check config --lint=all --lint-fatal examples/observability/prometheus/prometheus.yml
	$(PROMTOOL) check config --lint=all --lint-fatal examples/compose/prometheus.yml
	$(PROMTOOL) check rules --lint=all --lint-fatal examples/observability/prometheus/rules.yml
	$(PROMTOOL) test rules examples/observability/prometheus/tests/*.yml
	TOOLVERDICT_COLLECTOR=$(CURDIR)/$(COLLECTOR) go -C internal/observability test -race -count=1 ./...

test-report: $(COLLECTOR) ## the page of toolverdict report in Chromium, made of what the built collector wrote; pictures in build/
	internal/report/browser/chromium.sh
	TOOLVERDICT_COLLECTOR=$(CURDIR)/$(COLLECTOR) go -C internal/report/browser test -count=1 ./...

# Without service discovery, which is most of what Prometheus takes to build.
build/prom%: internal/tools/prometheus/go.mod
	@mkdir -p build
	CGO_ENABLED=0 go -C internal/tools/prometheus build -tags remove_all_sd -ldflags '-s -w' -o $(CURDIR)/$@ github.com/prometheus/prometheus/cmd/$(@F)

# Not part of any test: pictures are looked at.
pictures: $(COLLECTOR) $(PROMETHEUS) ## run the collector and Prometheus for twelve minutes, and draw the dashboard into docs/images
	@mkdir -p docs/images
	go -C internal/observability run ./pictures

release: ## archives, SBOMs and checksums in build/release: make release VERSION=v0.1.0 PLATFORMS="linux/amd64"
	go -C internal/shipping run ./release -root $(CURDIR) -version '$(VERSION)' -epoch '$(SOURCE_DATE_EPOCH)' -platforms '$(PLATFORMS)'

compat: ## build and test against the newest collector that the module proxy serves, in a copy
	go -C internal/shipping run ./compat -root $(CURDIR)

fmt: ## format the code
	@set -e; for module in $(MODULES); do \
		echo "golangci-lint fmt: $$module"; \
		go -C $$module tool -modfile=$(CURDIR)/internal/tools/go.mod golangci-lint fmt ./...; \
	done

generate: ## write the generated files anew, goldens too
	go generate ./...
	go run ./cmd/toolverdict findings --markdown > docs/findings.md
	go test ./engine/fixture ./internal/cli ./internal/report ./processor -update

bench: build ## measure against peers; WRITE=1 keeps the figures in docs/performance.md; BENCH='-rounds 3' is quicker
	go -C bench run . -collector $(CURDIR)/$(COLLECTOR) $(if $(WRITE),-write $(CURDIR)/docs/performance.md) $(BENCH)

gobench: ## Go benchmarks of the engine and of the processor, while changing them
	go test -run '^$$' -bench . -benchmem -cpu 1 ./engine ./processor

# Only folders that have fuzzers: to list the tests of internal/e2e builds collectors.
fuzz: ## every fuzzer for FUZZTIME each
	@set -e; for folder in $$(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n 1 dirname | sort -u); do \
		tests=$$(go test -list '^Fuzz' $$folder) || { echo "$$tests"; exit 1; }; \
		for fuzzer in $$(echo "$$tests" | grep '^Fuzz'); do \
			echo "== $$folder $$fuzzer"; \
			go test -run '^$$' -fuzz "^$$fuzzer$$" -fuzztime $(FUZZTIME) $$folder; \
		done; \
	done

cases: ## check a folder of streams with their expectations: make cases CASES=DIR
	go run ./internal/cases $(CASES)

demo: build ## send example turns to the built collector and show its verdicts
	go run ./internal/demo -collector $(COLLECTOR)

run: build ## the same, but leave the collector running
	go run ./internal/demo -collector $(COLLECTOR) -stay

soak: build ## two minutes of load with faults and late tool spans; exact counts, flat memory
	go run ./internal/soak -collector $(COLLECTOR) $(SOAK)

test-hostile: build ## attack the built collector with all that a client can send; what each attack got
	go run ./internal/hostile -collector $(COLLECTOR)

adapters: build $(NODE_ADAPTERS) ## measure real SDKs on faulty streams; writes docs/adapters.md (needs npm)
	go run ./internal/adapters -collector $(COLLECTOR) -write

test-adapters: build $(NODE_ADAPTERS) ## measure them anew, and docs/adapters.md must be what was measured
	go run ./internal/adapters -collector $(COLLECTOR)

test-clients: build $(NODE_CLIENTS) ## the recorders of examples/instrumentation, with real SDKs into the built collector (needs npm)
	npm test --prefix $(CLIENTS)/typescript
	go -C $(CLIENTS)/go test -race ./...
	@if command -v python3 >/dev/null; then cd $(CLIENTS)/python && python3 -m unittest; else echo "python3 is not here: the Python recorder was not tested"; fi
	go run ./internal/clients -collector $(COLLECTOR)

$(NODE_ADAPTERS) $(NODE_CLIENTS): %/node_modules/.package-lock.json: %/package-lock.json
	npm ci --ignore-scripts --loglevel=error --prefix $*
	@touch $@

cover: ## test coverage of the engine and the processor
	go test -coverprofile=coverage.out -coverpkg=./engine/...,./config/...,./processor/... ./engine/... ./config/... ./processor/...
	go tool cover -func=coverage.out | tail -1

clean: ## remove what was built
	rm -rf build coverage.out
