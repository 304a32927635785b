-- Decides whether a command was a trial of the edits. A trial resets the number of edits, as
-- a test run does. This statement is executed for each command of a call that ended, except
-- commands that a reader knows and commands that change files by name, such as cp.
-- It is executed for each project in which the session has edits. `:here` is 1 if the command runs in that
-- project or names a file of it. `:given` are the files and folders of the project that the command is or names, `:alters`
-- the files that it changes according to its words, `:program` its name without a subcommand,
-- `:full` with it, `:text` the command as it was written, `:file` the path of the program if it
-- is a file of the project. For a tool of a browser `:full` is 'browser' and the rest is empty.

UPDATE tally SET edits = 0
WHERE  session = :session AND root = :root AND edits > 0
  AND (
  -- The project's own program or script, by what builds and starts it, or by its path.
       :full = 'browser'
  OR   :here AND :full IN ('go run', 'cargo run', 'dotnet run', 'swift run', 'flutter run', 'deno run', 'docker build', 'docker buildx', 'docker compose build', 'podman build', 'pre-commit run', 'lefthook run', 'wrangler dev', 'npm start', 'yarn start', 'pnpm start', 'bun start',
                 'docker compose up', 'php artisan', 'rails server', 'flask run', 'manage.py runserver', 'stack run', 'cabal run', 'zig build', 'mix run', 'sbt run')
  OR   :file <> '' AND NOT EXISTS (SELECT 1 FROM json_each('["lint","format","fmt","clean","install","deps","setup","build","gen","release","deploy","bootstrap"]') w WHERE instr(lower(:file), w.value)) AND instr(' gradle mvn make ', ' ' || :program || ' ') = 0
       AND coalesce((SELECT l.kind FROM touches l
                     WHERE  l.session = :session AND l.path = :file AND l.kind NOT IN ('read', 'scan') AND l.outcome = 'ok'
                     ORDER  BY +l.t DESC LIMIT 1), '') <> 'delete'
  OR   :here AND :program IN ('uvicorn', 'gunicorn', 'hypercorn', 'daphne', 'streamlit', 'flask', 'fastapi', 'granian', 'celery', 'chalice', 'nodemon', 'vite', 'next', 'air', 'watchexec')
       AND :full NOT GLOB '*build*' AND :full NOT GLOB '*lint*'
  -- What builds all of it.
  OR   :here AND :program IN ('next', 'nuxt', 'astro', 'ng', 'webpack', 'rollup', 'esbuild', 'tsup', 'parcel', 'gatsby', 'docusaurus', 'storybook', 'remix', 'tauri', 'electron', 'expo', 'bazel', 'wails', 'tinygo', 'ko', 'goreleaser')
       AND (:program NOT IN ('next', 'ng', 'expo', 'bazel') OR :full GLOB '* build*' OR :full GLOB '* run*' OR :full GLOB '* start*' OR :full GLOB '* serve*')
  -- A target or a script of the project, unless its name says that it only looks or tidies up.
  OR   :here AND :program IN ('make', 'gmake', 'just', 'task', 'mage', 'rake', 'invoke', 'npm', 'pnpm', 'yarn', 'bun', 'mise')
       AND (:program NOT IN ('npm', 'pnpm', 'yarn', 'bun', 'mise') OR :full GLOB '* run*')
       AND :full NOT GLOB '*lint*' AND :full NOT GLOB '*format*' AND :full NOT GLOB '*fmt*' AND :full NOT GLOB '*clean*' AND :full NOT GLOB '*install*'
       AND :full NOT GLOB '*deps*' AND :full NOT GLOB '*help*' AND :full NOT GLOB '*type*' AND :full NOT GLOB '*tsc*' AND :full NOT GLOB '*build*'
       AND :full NOT GLOB '*tidy*' AND :full NOT GLOB '*gen*'
  -- A request to a server on this machine.
  OR   :program IN ('curl', 'wget', 'http', 'https', 'xh', 'grpcurl', 'websocat')
       AND (instr(:text, 'localhost') OR instr(:text, '127.0.0.1') OR instr(:text, '0.0.0.0') OR instr(:text, '[::1]') OR :program IN ('http', 'https', 'xh') AND :text GLOB '* :[0-9/]*')
  -- Code on the command line, and `python -m`, that use a module which was edited.
  OR   (:here OR instr(:text, :root)) AND EXISTS (
         SELECT 1
         FROM   touches e INDEXED BY touches_in_order
         WHERE  e.session = :session AND e.t > coalesce(tally.last_run, -1) AND e.t < :t AND e.root = :root
           AND  e.kind IN ('edit', 'write') AND e.outcome = 'ok'
           AND  (:program IN ('python', 'pypy', 'ipython')
                 AND (instr(:text, 'import ' || replace(replace(e.file, rtrim(e.file, replace(e.file, '/', '')), ''), '.py', ''))
                      OR instr(:text, replace(replace(e.file, '.py', ''), '/', '.'))
                      OR instr(:text, 'import') AND e.file GLOB '*.py' AND instr(:text, e.file)
                      OR instr(e.file, '/') AND instr(:text, 'from ' || substr(replace(e.file, 'src/', ''), 1, instr(replace(e.file, 'src/', '') || '/', '/') - 1)))
                 OR :program IN ('node', 'bun', 'deno', 'tsx') AND (instr(:text, './') OR instr(:text, 'require(' || char(39) || '/'))
                 OR :program <> '' AND e.file GLOB '*.py'
                    AND (e.file GLOB :program || '/*' OR e.file GLOB '*/' || :program || '/*' OR e.file IN (:program || '.py', replace(:program, '.', '/') || '.py'))))
  -- A file or folder that the session created: the edits are tried out on a script or an example
  -- that was written for it. These programs manage or format files, and run nothing. The last
  -- ones are interpreters with code on the command line, which mostly inspect something.
  OR   instr(' ' ||
         'mkdir rmdir touch rm mv cp ln install chmod chown chgrp trash shred truncate dd tee sed awk ' ||
         'tar zip unzip gzip gunzip rsync scp curl wget patch apply_patch ' ||
         'git gh jj hg sl svn pre-commit docker ' ||
         'pip uv poetry pipenv pdm conda npm pnpm yarn brew apt apt-get gem bundle composer ' ||
         'black isort yapf autopep8 autoflake pyupgrade prettier gofmt gofumpt goimports rustfmt shfmt clang-format buf ' ||
         'dos2unix unix2dos py_compile compileall vim vi nvim nano emacs code open xdg-open ' ||
         'python pypy ipython node bun deno perl ruby php lua ', ' ' || :program || ' ') = 0
  AND  EXISTS (
         SELECT 1
         FROM   json_each(:given) g
         CROSS JOIN touches made ON made.session = :session AND made.path >= g.value AND made.path < g.value || '0'
         WHERE  made.kind = 'write' AND NOT made.on_disk AND made.outcome = 'ok'
           AND  (made.path = g.value OR substr(made.path, length(g.value) + 1, 1) = '/')
           AND  (SELECT l.kind FROM touches l
                 WHERE  l.session = :session AND l.path = made.path AND l.kind NOT IN ('read', 'scan') AND l.outcome = 'ok'
                 ORDER  BY +l.t DESC LIMIT 1) <> 'delete'
           -- A folder in which another file was edited was not created for a trial.
           AND  NOT EXISTS (
                  SELECT 1 FROM touches old
                  WHERE  old.session = :session AND old.path > g.value || '/' AND old.path < g.value || '0'
                    AND  old.kind IN ('edit', 'write') AND old.outcome = 'ok'
                    AND  NOT EXISTS (SELECT 1 FROM touches own
                                     WHERE  own.session = :session AND own.path = old.path AND own.kind = 'write' AND NOT own.on_disk))))
  -- A command that changes a file which the session did not create is an edit itself.
  AND  NOT EXISTS (
         SELECT 1
         FROM   json_each(:alters) a
         CROSS JOIN touches known ON known.session = :session AND known.path = a.value AND +known.t < :t
         WHERE  NOT EXISTS (SELECT 1 FROM touches own
                            WHERE  own.session = :session AND own.path = a.value AND own.kind = 'write' AND NOT own.on_disk));
