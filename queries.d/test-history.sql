-- The outcome of a test in each run. The last part of its name is enough.

--- title   = "History of a test"
--- project = true
--- args    = ["test"]

SELECT r.session, r.t, r.outcome, r.message, (SELECT c.text FROM commands c, runs u WHERE u.session = r.session AND u.t = r.t AND u.n = r.n AND c.session = r.session AND c.t = r.t AND c.n = u.command) AS command
FROM   outcomes r
WHERE  (r.test = :test OR substr(r.test, -1 - length(:test)) IN (':' || :test, '.' || :test, '/' || :test)) AND r.session = coalesce(:session, r.session)
ORDER  BY r.session, r.t, r.n
