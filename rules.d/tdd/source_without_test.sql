-- A change of behaviour comes with a test.
--
-- At a commit: programs that were there before were edited, in a project that has tests, and no test was changed in this
-- session. At the end of a turn only if they have grown by `growth` lines: the test may be the next thing to write.
-- A commit that says that it is no change of behaviour (refactor:, docs:, rename …) needs none, nor does a change of a line or
-- two. Programs that the session made are test_first's.

--- severity = "warn"
--- pack     = "tdd"
--- when     = ["before", "stop"]
--- commands = ["git commit", "jj commit", "hg commit", "sl commit"]
--- per      = "rule"
--- repeat   = "doubled"
--- gather   = "file"
--- message  = "{file} {count:was|were} changed, and no test. Add or change the test that shows it, or say why none is needed."
---
--- options.growth = 20   # in lines, from which on the end of a turn counts
--- options.none   = ["*refactor*", "*docs:*", "*docs(*", "*chore*", "*style:*", "*style(*", "*build:*", "*ci:*", "*ci(*", "*revert*", "*rename*", "*reformat*", "*typo*", "*bump*"]   # globs of a commit, in lower case, that needs no test
--- option_was.growth = ["lines"]

SELECT c.file
FROM   changed_programs c
WHERE  (:moment = 'stop' OR :commits)
  AND  EXISTS (SELECT 1 FROM tested_projects p WHERE p.root = c.root)
  AND  NOT EXISTS (SELECT 1 FROM changed_tests x
                   WHERE  x.root = c.root AND (NOT x.alone OR x.path = c.path))
  AND  iif(:moment = 'stop', (SELECT total(grown) FROM changed_programs) >= :growth,
           (SELECT coalesce(sum(grown), 3) FROM changed_programs) > 2
           AND NOT EXISTS (SELECT 1 FROM json_each(:none) n WHERE lower(:text) GLOB n.value))
ORDER  BY c.file
