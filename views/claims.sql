-- What the last message of this turn says of the work (facts.d/claims): tests_pass, tests_fail,
-- untried or done.

SELECT label FROM labels WHERE session = :session AND kind = 'claims' AND t = :t
