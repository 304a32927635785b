-- Run a flaky test again before you look for its cause.
--
-- The test has failed and passed on the same files, and the sessions of this repository or the fleet have seen that `flips`
-- times or more. Then a single failure says little of the last edit. The rule is wrong where the test failed for want of a service that was
-- started afterwards.

--- severity = "warn"
--- pack     = "fleet"
--- when     = ["after"]
--- tools    = ["run"]
--- repeat   = "once"
--- message  = "{test} has failed and passed on the same files {flips} times{machines}. Run it again before you change anything for it."
---
--- options.flips = 2    # how often it has passed on files on which it had failed
--- options.days  = 14   # how long ago that counts

WITH known (test, suite, machine) AS MATERIALIZED (
  SELECT f.test, f.suite, p.machine
  FROM   failing f
  CROSS  JOIN team_flips p ON p.test = f.test AND p.suite = f.suite
  WHERE  f.session = :session AND f.root = :root AND f.last = :t AND f.test <> '' AND p.at > :now - :days * 86400000
)
SELECT k.test, k.test || ' ' || k.suite AS subject, count(*) AS flips,
       iif(count(DISTINCT k.machine) > 1, ' on ' || count(DISTINCT k.machine) || ' machines', '') AS machines
FROM   known k
GROUP  BY k.test, k.suite
HAVING count(*) >= :flips
ORDER  BY count(*) DESC, k.test
LIMIT  3
