-- In words, why a session cannot be blamed for a failing test.

SELECT column1 AS excuse, column2 AS words
FROM  (VALUES ('', ''),
              ('baseline', ', as before your first edit'),
              ('doubtful', ', but files were replaced since it was last run'),
              ('stashed', ', but its edits are stashed away'),
              ('returned', ', for the files are again what they were when it failed'),
              ('steered', ', but what decides how it ends was changed before it passed'),
              ('passed', ', but a command has passed since that may have run it'),
              ('environment', ' because a service or a setting was missing'),
              ('first', ', with no program edited yet'),
              ('flaky', ' and to pass without a change in between'),
              ('unknown', ''))
