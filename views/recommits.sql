-- The projects in which this commit repeats an earlier one, with how many edits of the pile came
-- before that: a hook has refused it since tests last ran, and what was edited since is the repair;
-- or `git reset` has taken it apart before the pile began.

SELECT y.root, (SELECT count(DISTINCT e.t) FROM pile_edits e WHERE e.root = y.root AND e.t < r.t) AS edits
FROM   tally y
CROSS  JOIN refused_commits r ON r.root = y.root AND r.t > coalesce(y.last_run, -1)
WHERE  y.session = :session AND :moment = 'before'
UNION  ALL
SELECT y.root, 0
FROM   tally y
CROSS  JOIN undone_commits u ON u.root = y.root AND u.t < y.pile
WHERE  y.session = :session AND :moment = 'before'
