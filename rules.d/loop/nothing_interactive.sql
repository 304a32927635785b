-- Run nothing that waits for a key.
--
-- An editor, a questionnaire or a display that never ends stops a loop until it is killed. What is given its
-- input, a time limit or another editor in the same line does not wait, nor does what runs in the background.

--- severity = "block"
--- pack     = "loop"
--- commands = ["vim", "vi", "nvim", "nano", "pico", "emacs", "top", "htop", "tail", "git rebase", "git add", "git checkout", "git reset", "git restore",
---             "git stash", "git commit", "gh auth", "npm init", "npm login", "npm adduser", "tmux attach"]
--- message  = "`{text}` waits for somebody at the keyboard, and nobody is there. {instead}"

WITH word AS MATERIALIZED (SELECT value FROM json_each(:args)),
has (batch, patch, interactive, message) AS MATERIALIZED (
  SELECT max(value IN ('-es', '-Es', '--headless', '--batch', '-batch', '--version', '--help', '-h', '-b')),
         max(value IN ('-p', '--patch', '-i', '--interactive', '-e', '--edit')),
         max(value IN ('-i', '--interactive', '--edit-todo')),
         max(value GLOB '-m*' OR value GLOB '-[^-]*m*' OR value GLOB '--m*' OR value GLOB '-[^-]*F*' OR value GLOB '-F*' OR value GLOB '--file*' OR value GLOB '-C*'
             OR value GLOB '--reuse*' OR value GLOB '--fixup*' OR value IN ('--no-edit', '--dry-run'))
  FROM   word
)
SELECT :text AS text,
       CASE WHEN :program = 'git commit' THEN 'Give the message with -m, or keep it with --no-edit.'
            WHEN :program = 'git rebase' THEN 'Set GIT_SEQUENCE_EDITOR for this command, or make the commits anew.'
            WHEN :program GLOB 'git *' THEN 'Name the files, or apply a patch.'
            WHEN :program = 'npm init' THEN 'Add --yes.'
            WHEN :program IN ('tail', 'top', 'htop') THEN 'Use a form that ends, such as tail -n, or run it in the background.'
            WHEN :program IN ('gh auth', 'npm login', 'npm adduser') THEN 'Note that a login is missing, and do what needs none.'
            WHEN :program = 'tmux attach' THEN 'Use tmux capture-pane.'
            ELSE 'Change the file with an edit.' END AS instead
FROM   has
WHERE  NOT :background AND NOT coalesce(batch, 0)
  AND  instr(:command, 'timeout ') = 0 AND instr(:command, '| ' || :program) = 0 AND instr(:command, '<') = 0 AND instr(:command, 'core.editor') = 0
  AND  :env NOT GLOB '*EDITOR=*'
  AND  CASE WHEN :program = 'git commit' THEN NOT coalesce(message, 0)
            WHEN :program = 'git rebase' THEN coalesce(interactive, 0)
            WHEN :program = 'git stash' AND :args ->> '$[0]' IN ('show', 'list') THEN 0
            WHEN :program IN ('git add', 'git checkout', 'git reset', 'git restore', 'git stash') THEN coalesce(patch, 0)
            WHEN :program = 'gh auth' THEN :args ->> '$[0]' = 'login'
            WHEN :program = 'npm init' THEN NOT EXISTS (SELECT 1 FROM word WHERE value IN ('-y', '--yes'))
            WHEN :program = 'tail' THEN EXISTS (SELECT 1 FROM word WHERE value GLOB '-[fF]' OR value GLOB '-[^-]*[fF]' OR value GLOB '--follow*') AND :args NOT GLOB '*--pid*'
            ELSE 1 END
