-- What the last message of this turn says of the work (facts.d/claims): tests_pass, tests_fail, tests_skipped, flaky, untried,
-- preexisting, fixed, done, or call, which is a tool call that was written as text. One word may imply another: a
-- message that says fixed says done, one that calls failures older than the work says tests_fail, and one that counts
-- what ran without a failure says tests_pass.

SELECT iif(label = 'tests_ran', 'tests_pass', label) AS label
FROM   labels
WHERE  session = :session AND kind = 'claims' AND t = :t
UNION
SELECT 'done' FROM labels WHERE session = :session AND kind = 'claims' AND t = :t AND label = 'fixed'
UNION
SELECT 'tests_fail' FROM labels WHERE session = :session AND kind = 'claims' AND t = :t AND label = 'preexisting'
