-- Ends the pile of untested edits if a command is or names a file or folder that the session created: the edits are
-- tried out on a script or an example that was written for it.
--
-- The programs that are left out manage or format files, and run nothing; the last ones are interpreters with code on
-- the command line, which mostly inspect something. A folder in which another file was edited was not created for a
-- trial.

UPDATE tally SET edits = 0
WHERE  session = :session AND root = :root AND edits > 0
  AND  :program NOT IN (
         'mkdir', 'rmdir', 'touch', 'rm', 'mv', 'cp', 'ln', 'install', 'chmod', 'chown', 'chgrp', 'trash',
         'shred', 'truncate', 'dd', 'tee', 'sed', 'awk', 'tar', 'zip', 'unzip', 'gzip', 'gunzip', 'rsync',
         'scp', 'curl', 'wget', 'patch', 'apply_patch', 'git', 'gh', 'jj', 'hg', 'sl', 'svn', 'pre-commit',
         'docker', 'pip', 'uv', 'poetry', 'pipenv', 'pdm', 'conda', 'npm', 'pnpm', 'yarn', 'brew', 'apt',
         'apt-get', 'gem', 'bundle', 'composer', 'black', 'isort', 'yapf', 'autopep8', 'autoflake', 'pyupgrade',
         'prettier', 'gofmt', 'gofumpt', 'goimports', 'rustfmt', 'shfmt', 'clang-format', 'buf', 'dos2unix',
         'unix2dos', 'py_compile', 'compileall', 'vim', 'vi', 'nvim', 'nano', 'emacs', 'code', 'open',
         'xdg-open', 'python', 'pypy', 'ipython', 'node', 'bun', 'deno', 'perl', 'ruby', 'php', 'lua')
  AND  EXISTS (
         SELECT 1
         FROM   json_each(:given) g
         CROSS  JOIN touches made ON made.session = :session AND made.path >= g.value AND made.path < g.value || '0'
         WHERE  made.kind = 'write' AND NOT made.on_disk AND made.outcome = 'ok'
           AND  (made.path = g.value OR substr(made.path, length(g.value) + 1, 1) = '/')
           AND  (SELECT l.kind FROM touches l
                 WHERE  l.session = :session AND l.path = made.path AND l.outcome = 'ok'
                   AND  l.kind NOT IN ('read', 'scan')
                 ORDER  BY +l.t DESC LIMIT 1) <> 'delete'
           AND  NOT EXISTS (
                  SELECT 1 FROM touches old
                  WHERE  old.session = :session AND old.path > g.value || '/' AND old.path < g.value || '0'
                    AND  old.kind IN ('edit', 'write') AND old.outcome = 'ok'
                    AND  NOT EXISTS (SELECT 1 FROM touches own
                                     WHERE  own.session = :session AND own.path = old.path
                                       AND  own.kind = 'write' AND NOT own.on_disk)));
