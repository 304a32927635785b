-- Notes all failures before what may end some of them without a run: a file is removed, a merge is given up.
-- Afterwards ended.sql takes out those that have not ended. The parameters are `:session`, `:t` and `:root`.

INSERT OR IGNORE INTO recovered (session, t, root, tool, suite, test, failed, signature, identity, passed, flipped,
                                 since, green, baseline, count)
SELECT session, :t, root, tool, suite, test, last, signature, identity, 0, 0, since, passed, baseline, count
FROM   failing
WHERE  session = :session AND root = :root;
