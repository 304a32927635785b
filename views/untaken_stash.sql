-- The last command of this session that has put changes of the project on the stash, if nothing has taken them back since.
-- A pop that git refused has not. One that ended in a conflict has put into the tree what it could.

SELECT p.t, p.n, p.args, p.added, p.named
FROM  (SELECT t, n, args, added, named FROM stash_pushes ORDER BY t DESC LIMIT 1) p
WHERE  NOT EXISTS (SELECT 1 FROM commands o
                   LEFT JOIN events d ON d.session = o.session AND d.t = o.t AND d.moment = 'after'
                   WHERE  o.session = :session AND o.t > :t - 500 AND o.t >= p.t AND (o.t < :t OR o.n < :n)
                     AND  o.program = 'git stash' AND o.args ->> 0 IN ('pop', 'apply', 'branch')
                     AND  (o.t = :t OR d.outcome <> 'failed'
                           OR EXISTS (SELECT 1 FROM changes h
                                      WHERE  h.session = :session AND h.t = o.t AND h.kind = 'checkout')))
