-- Commands that are known to run tests, whatever runner is behind them. If no other reader recognizes the output (it
-- was written to a file, a crash cut it, its format is custom), the exit code decides, if it is known. A missing
-- script or target, a usage error and a selection without tests are not runs.

--- into     = "tests"
--- commands = [
---   "npm test", "yarn test", "pnpm test", "bun run test", "deno task test", "npm run test", "yarn run test",
---   "make test", "make tests", "make check", "just test", "just check", "task test", "rake test", "rake spec", "invoke test", "invoke tests", "mage test",
---   "ninja test", "cmake --build", "tox", "tox run", "tox r", "tox run-parallel", "tox p", "nox", "hatch test", "pdm test", "setup.py test", "runtests.py", "bin/test", "run_tests.sh", "runtests.sh", "test.sh", "run-tests.sh",
---   "mvn test", "mvn verify", "gradle test", "gradle check", "sbt test", "lein test", "mill test", "ant test", "bazel test", "buck test", "buck2 test", "pants test",
---   "dotnet test", "swift test", "xcodebuild test", "zig build test", "zig test", "dart test", "flutter test", "mix test", "rails test", "stack test", "cabal test", "dune test", "dune runtest",
---   "rspec", "cucumber", "phpunit", "pest", "ctest", "bats", "busted", "prove", "nose2", "nosetests", "pytest", "py.test", "unittest",
---   "jasmine", "ava", "tap", "karma", "karma start", "behave", "robot", "ward", "stestr run", "doctest", "cucumber-js", "wdio run", "testcafe", "uvu", "playwright test", "cypress run", "ng test", "nx test", "turbo test", "turbo run test", "mise run test", "mise r test", "mise test", "lerna run test", "composer test",
---   "forge test", "snforge test", "scarb test", "anchor test", "hardhat test", "truffle test", "cairo-test",
---   "rebar3 eunit", "rebar3 ct", "clojure -M:test", "clojure -X:test", "clj -M:test", "clj -X:test", "bb test", "bloop test", "gleam test", "elm-test", "crystal spec", "nimble test", "prove6", "vstest.console",
---   "rush test", "lage test", "wireit test", "melos test", "melos run test", "moon test", "vp test", "vp run test", "fastlane test", "fastlane scan", "sail test", "ginkgo", "richgo test", "gotest", "spring rspec", "spring test", "zeus rspec", "zeus test", "parallel_rspec", "turbo_tests", "flatware rspec", "rails spec",
---   "shellspec", "helm unittest", "opa test", "terraform test", "tofu test", "hurl --test", "newman run", "web-test-runner", "wtr", "qmltestrunner", "detox test", "maestro test", "tsx --test",
---   "jest", "vitest", "mocha", "go test", "gotestsum", "cargo test", "cargo nextest", "node --test", "bun test", "deno test", "R CMD check", "luacheck",
--- ]
--- tasks    = ["test", "tests", "unit", "unittest", "unit-test", "unit-tests", "integration", "integration-test", "e2e", "spec", "specs", "test:unit", "test:integration", "test:e2e", "test:all", "test:ci", "test-unit", "test-integration", "test-e2e", "test-all", "test-ci", "test_unit", "test_integration", "tests:unit", "coverage", "cover", "test:coverage", "test-coverage"]
--- unless   = ["--list", "--collect-only", "--listTests", "--dry-run", "--just-print", "-n"]

--- edges    = 10000
---
--- line.missing = '(?i).*(?:no test specified|missing script|command not found|no rule to make target|unknown command|is not recognized|does not contain recipe|no such file or directory|no projects matched the filters).*'
--- line.usage   = '(?i)usage: .*|.{0,40}\bflag provided but not defined.*'
--- line.option  = '(?i).{0,60}\b(?:unrecognized|unrecognised|unknown|invalid|unexpected|ambiguous) (?:arguments?|options?|flags?|switch|command.line|reporter|parameter)\b.*'
--- line.module  = '(?i)\S*: No module named .*'
--- line.program = '(?i).*(?:\bnot found: |Start directory is not importable|could not determine executable|is not installed).*'
--- line.none    = [
---   '(?i).*\b(?:no tests? (?:files?|suites?)|(?:no|zero) (?:tests?|specs?|examples?|scenarios|matching tests)(?: files?)?(?: \w+)? (?:found|ran|to run|collected|executed|matched|were found|files))\b.*',
---   '(?i)collected 0 items.*|.*no tests matching pattern .* were executed.*|0 examples, 0 failures.*| *0 passing \(.*|All tests have been excluded.*',
--- ]

-- Only a task of any name, and a green run, may say the rest: they run several programs. A runner that is named and found
-- no tests has not run any, whatever its exit code.
SELECT 'exit' AS how, :exit IS NOT NULL AS ended, iif(:exit = 0, 0, NULL) AS failed
WHERE  NOT EXISTS (SELECT 1 FROM lines WHERE kind = 'missing' OR :runner <> 'test_command' AND (kind = 'none' OR :exit IS NOT 0))
