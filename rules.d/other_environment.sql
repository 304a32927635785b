-- Install where the project looks.
--
-- An earlier call activated the project's own Python environment. Most clients start a new shell for each call, so that a bare
-- pip installs into another Python: the package is there, and the program still does not find it.

--- severity = "warn"
--- commands = ["pip install"]
--- repeat   = "once"
--- message  = "This installs into whatever Python comes first, and not into the project's environment: what an earlier call activated is gone. Run `{how}` on the same line."

SELECT max(c.text) AS how, :root AS subject
FROM   commands c
WHERE  c.session = :session AND c.t > :t - 500 AND c.t < :t AND c.root = :root AND :root <> ''
  AND  :text GLOB 'pip*' AND c.program IN ('source', '.') AND c.text GLOB '*bin/activate*'
  AND  NOT EXISTS (SELECT 1 FROM commands a
                   WHERE  a.session = :session AND a.t = :t
                     AND  (instr(a.text, 'activate') OR a.program IN ('docker run', 'docker exec', 'ssh')))
HAVING count(*) > 0
