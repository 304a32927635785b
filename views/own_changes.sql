-- The changes that this session made to a file: an edit, a file written as a whole, a deletion, or what a formatter or
-- version control wrote. Calls that failed or were refused are left out. Always compare `path`: the index is on it.

SELECT k.path, k.t, k.kind, k.actor, k.manner, k.kind = 'write' AND NOT k.on_disk AS made
FROM   touches k
WHERE  k.session = :session AND k.kind IN ('edit', 'write', 'delete', 'rewrite') AND k.outcome = 'ok'
