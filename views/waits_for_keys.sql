-- One row if this command waits for somebody at the keyboard: an editor, a display, a question. With an
-- option that gives what would be asked it does not.

SELECT 1 AS waits
WHERE  CASE WHEN :program = 'git commit'
              THEN NOT EXISTS (SELECT 1 FROM json_each(:flags)
                               WHERE  key IN ('message', 'file', 'reuse-message', 'fixup', 'no-edit', 'dry-run'))
            WHEN :program = 'git rebase' THEN :flags ->> 'interactive' OR :flags ->> 'edit-todo'
            WHEN :program = 'git stash' AND :args ->> 0 IN ('show', 'list') THEN 0
            WHEN :program IN ('git add', 'git checkout', 'git reset', 'git restore', 'git stash')
              THEN EXISTS (SELECT 1 FROM json_each(:flags) WHERE key IN ('patch', 'interactive', 'edit'))
            WHEN :program = 'gh auth' THEN :args ->> 0 = 'login'
            WHEN :program = 'npm init' THEN NOT EXISTS (SELECT 1 FROM json_each(:args) WHERE value IN ('-y', '--yes'))
            WHEN :program = 'tail'
              THEN :args NOT GLOB '*--pid*'
                   AND EXISTS (SELECT 1 FROM json_each(:args)
                               WHERE  value GLOB '-[fF]' OR value GLOB '-[^-]*[fF]' OR value GLOB '--follow*')
            ELSE 1 END
  AND  NOT EXISTS (SELECT 1 FROM json_each(:args)
                   WHERE  value IN ('-es', '-Es', '--headless', '--batch', '-batch', '--version', '--help', '-h', '-b'))
