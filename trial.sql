-- What makes a command a trial of the edits: then they are counted anew, as after a run of
-- tests. Of one command of a call that ended, `:given` are the files and folders of the
-- project that it is or is given, `:alters` the files that its words say it changes,
-- `:program` its name without a subcommand. It is not asked of a command that a reader knows,
-- nor of one whose work it is to change files by name, such as cp.

-- It runs what the session made, or is given a file or a folder that the session made: what
-- was edited is tried out on something that is there for that.
UPDATE tally SET edits = 0
WHERE  session = :session AND root = :root AND edits > 0
  -- These keep files and run nothing of them. Code on the line looks at something, mostly: of
  -- 29 such commands in 50 sessions none tried an edit.
  AND  instr(' ' ||
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
           -- A folder in which something else was edited is not there for trials.
           AND  NOT EXISTS (
                  SELECT 1 FROM touches old
                  WHERE  old.session = :session AND old.path > g.value || '/' AND old.path < g.value || '0'
                    AND  old.kind IN ('edit', 'write') AND old.outcome = 'ok'
                    AND  NOT EXISTS (SELECT 1 FROM touches own
                                     WHERE  own.session = :session AND own.path = old.path AND own.kind = 'write' AND NOT own.on_disk)))
  -- What changes a file that the session did not make is an edit itself.
  AND  NOT EXISTS (
         SELECT 1
         FROM   json_each(:alters) a
         CROSS JOIN touches known ON known.session = :session AND known.path = a.value AND +known.t < :t
         WHERE  NOT EXISTS (SELECT 1 FROM touches own
                            WHERE  own.session = :session AND own.path = a.value AND own.kind = 'write' AND NOT own.on_disk))
