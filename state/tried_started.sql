-- Ends the pile of untested edits if a command builds or starts the project's own program, or runs a task of it.
--
-- The files tried_*.sql (started, asked, imported, made) are executed in this order in each project with untested
-- edits, for each command that ended, until one of them ends the pile. Not asked about are commands whose output a
-- file of facts.d reads, commands that change the files they name, such as cp, and those that change a file which the
-- session did not create.
--
-- Their parameters: `:here` is 1 if the command runs in that project or names a file of it. `:program` is its name
-- without a subcommand, `:full` with it, `:text` the command as it was written. `:file` is the path of the program if
-- it is a file of the project, `:given` are the files and folders of the project that the command is or names.

UPDATE tally SET edits = 0
WHERE  session = :session AND root = :root AND edits > 0
  AND  (:here AND :full IN (
          'go run', 'cargo run', 'dotnet run', 'swift run', 'flutter run', 'deno run', 'stack run',
          'cabal run', 'mix run', 'sbt run', 'zig build', 'docker build', 'docker buildx',
          'docker compose build', 'docker compose up', 'podman build', 'pre-commit run', 'lefthook run',
          'wrangler dev', 'npm start', 'yarn start', 'pnpm start', 'bun start', 'php artisan',
          'rails server', 'flask run', 'manage.py runserver')
        OR :here AND :program IN (
          'uvicorn', 'gunicorn', 'hypercorn', 'daphne', 'streamlit', 'flask', 'fastapi', 'granian',
          'celery', 'chalice', 'nodemon', 'vite', 'next', 'air', 'watchexec')
          AND :full NOT GLOB '*build*' AND :full NOT GLOB '*lint*'
        -- What builds all of it.
        OR :here AND :program IN (
          'nuxt', 'astro', 'webpack', 'rollup', 'esbuild', 'tsup', 'parcel', 'gatsby', 'docusaurus',
          'storybook', 'remix', 'tauri', 'electron', 'wails', 'tinygo', 'ko', 'goreleaser')
        OR :here AND :program IN ('next', 'ng', 'expo', 'bazel')
          AND (:full GLOB '* build*' OR :full GLOB '* run*' OR :full GLOB '* start*' OR :full GLOB '* serve*')
        -- A script of the project, unless its name says that it does something else.
        OR :file <> '' AND :program NOT IN ('gradle', 'mvn', 'make')
          AND NOT EXISTS (SELECT 1
                          FROM   json_each('["lint", "format", "fmt", "clean", "install", "deps", "setup", "build",
                                             "gen", "release", "deploy", "bootstrap"]') w
                          WHERE  instr(lower(:file), w.value))
          AND coalesce((SELECT l.kind FROM touches l
                        WHERE  l.session = :session AND l.path = :file AND l.outcome = 'ok'
                          AND  l.kind NOT IN ('read', 'scan')
                        ORDER  BY +l.t DESC LIMIT 1), '') <> 'delete'
        -- A target or a script of a package, unless its name says that it only looks or tidies up.
        OR :here AND (:program IN ('make', 'gmake', 'just', 'task', 'mage', 'rake', 'invoke')
                      OR :program IN ('npm', 'pnpm', 'yarn', 'bun', 'mise') AND :full GLOB '* run*')
          AND NOT EXISTS (SELECT 1
                          FROM   json_each('["lint", "format", "fmt", "clean", "install", "deps", "help", "type", "tsc",
                                             "build", "tidy", "gen"]') w
                          WHERE  instr(:full, w.value)));
