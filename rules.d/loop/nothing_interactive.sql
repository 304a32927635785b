-- Run nothing that waits for a key.
--
-- An editor, a questionnaire or a display that never ends stops a loop until it is killed. What is given its
-- input, a time limit or another editor in the same line does not wait, nor does what runs in the background.

--- severity = "block"
--- pack     = "loop"
--- commands = ["vim", "vi", "nvim", "nano", "pico", "emacs", "top", "htop", "tail", "git rebase", "git add", "git checkout", "git reset", "git restore",
---             "git stash", "git commit", "gh auth", "npm init", "npm login", "npm adduser", "tmux attach"]
--- message  = "`{text}` waits for somebody at the keyboard, and nobody is there. {instead}"
---
--- says.instead.message  = "Give the message with -m, or keep it with --no-edit."
--- says.instead.sequence = "Set GIT_SEQUENCE_EDITOR for this command, or make the commits anew."
--- says.instead.files    = "Name the files, or apply a patch."
--- says.instead.yes      = "Add --yes."
--- says.instead.end      = "Use a form that ends, such as tail -n, or run it in the background."
--- says.instead.login    = "Note that a login is missing, and do what needs none."
--- says.instead.pane     = "Use tmux capture-pane."
--- says.instead.edit     = "Change the file with an edit."

SELECT :text AS text,
       CASE WHEN :program = 'git commit' THEN 'message' WHEN :program = 'git rebase' THEN 'sequence'
            WHEN :program GLOB 'git *' THEN 'files' WHEN :program = 'npm init' THEN 'yes'
            WHEN :program IN ('tail', 'top', 'htop') THEN 'end' WHEN :program = 'tmux attach' THEN 'pane'
            WHEN :program IN ('gh auth', 'npm login', 'npm adduser') THEN 'login' ELSE 'edit' END AS instead
FROM   waits_for_keys
WHERE  NOT :background AND :env NOT GLOB '*EDITOR=*' AND instr(:command, 'timeout ') = 0
  AND  instr(:command, '| ' || :program) = 0 AND instr(:command, '<') = 0 AND instr(:command, 'core.editor') = 0
