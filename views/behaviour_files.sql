-- The names of settings, as globs, that decide how the programs and tests of a project behave: tests
-- show whether a change of them is right.

SELECT value AS name
FROM   json_each('["package.json", "tsconfig*.json", "*.config.[cm][jt]s", "*.config.[jt]s", "pyproject.toml",
                   "Cargo.toml", "pom.xml", "build.gradle*", "pytest.ini", "tox.ini", "setup.cfg", ".rspec",
                   "phpunit.xml*", "*.runsettings", "*.conf.[jt]s", "bunfig.toml", "deno.json*", ".mocharc*",
                   "CMakeLists.txt", "meson.build", "BUILD.bazel", "*.csproj", "Dockerfile*", "compose*.y*ml",
                   "docker-compose*.y*ml", "*.sbt", ".busted", ".proverc"]')
