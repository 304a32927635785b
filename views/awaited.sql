-- The failing tests that this command waits for: another one of its line that runs them has to succeed
-- first, as in `go test ./... && git commit`. Which tests a command runs, engine/state/selection.go
-- works out from its words.

SELECT value ->> 'root' AS root, value ->> 'tool' AS tool, value ->> 'suite' AS suite, value ->> 'test' AS test
FROM   json_each(:awaited)
