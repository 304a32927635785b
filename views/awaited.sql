-- The failing tests that a command waits for: another one of its line that runs them has to succeed first, as in
-- `go test ./... && git commit`.

SELECT k.session, k.t, k.n, c.root, c.tool, c.suite, c.test
FROM   commands k, json_each(k.gates) g
JOIN   coverage c ON c.session = k.session AND c.t = k.t AND c.n = g.value
WHERE  c.same OR c.runner IN (c.tool, 'test_command')
