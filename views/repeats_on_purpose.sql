-- The flags of this command that repeat its tests on purpose: to find a flaky one, or with another
-- seed.

SELECT w.value AS flag
FROM   json_each(:args) w
WHERE  EXISTS (SELECT 1 FROM json_each('["-count*", "--count*", "--repeat*", "--rerun*", "--retries*", "--seed*",
                                         "-shuffle*", "--random*", "--flake-finder*", "--stress*"]') f
               WHERE w.value GLOB f.value)
