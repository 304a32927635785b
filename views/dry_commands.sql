-- The commands, as globs of their text, that start nothing: dry runs, and looks at the syntax.

SELECT value AS text
FROM   json_each('["make -n*", "make --dry-run*", "just -n*", "just --dry-run*", "bash -n*", "sh -n*", "zsh -n*",
                   "dash -n*", "ksh -n*", "node --check*", "node -c*", "php -l*", "ruby -c*", "perl -c*"]')
