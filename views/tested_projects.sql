-- The projects of this session that have tests: some ran there, in this session or before, or this
-- session has written one.

SELECT y.root FROM tally y JOIN trees p ON p.root = y.root WHERE y.session = :session AND p.tests
UNION  ALL
SELECT root FROM touches INDEXED BY touches_of_tests WHERE session = :session AND class = 'test'
