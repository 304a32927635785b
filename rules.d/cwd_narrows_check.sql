-- Check what you have changed, not the folder that you happen to be in.
--
-- An earlier `cd` has left the agent in one package of the project. A test, type check or build without arguments is one of that package,
-- and says nothing of the code and tests that were changed elsewhere in this turn, nor of what configures them.

--- severity = "warn"
--- when     = ["after"]
--- tools    = ["run"]
--- repeat   = "once"
--- message  = "This ran in {folder}, where an earlier `cd` has left you, and you have changed {count} {count:file|files} outside of it, such as {file}. Run it where it covers them, too."

SELECT count(DISTINCT e.path) AS count, min(e.file) AS file, :dir AS folder, :dir AS subject
FROM   turn
CROSS  JOIN own_edits e ON e.t > turn.began AND e.root = :root
  AND  (e.class IN ('code', 'test')
        OR EXISTS (SELECT 1 FROM behaviour_files b WHERE e.file GLOB b.name OR e.file GLOB '*/' || b.name))
WHERE  :dir <> '' AND :kind <> '' AND :cwd <> :root AND :cwd = :root || '/' || :dir AND :selection IN ('[]', '["."]')
  AND  :operands NOT GLOB '*[./]*'
  AND  EXISTS (SELECT 1 FROM commands d
               WHERE  d.session = :session AND d.t > :t - 500 AND d.t < :t AND d.program = 'cd'
                 AND  NOT EXISTS (SELECT 1 FROM commands k -- who is elsewhere again was not left there
                                  WHERE  k.session = d.session AND k.t > d.t AND k.t < :t
                                    AND  k.root = :root AND k.dir <> :dir))
  AND  substr(e.path, 1, length(:cwd) + 1) <> :cwd || '/'
  AND  NOT EXISTS (SELECT 1 FROM own_commands c JOIN commands k ON k.session = :session AND k.t = c.t AND k.n = c.n
                   WHERE  c.t > e.t AND k.kind <> '' AND k.root = :root AND k.dir <> :dir)
HAVING count(*) > 0
