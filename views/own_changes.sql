-- What this session did to a file that happened: an edit, a file written as a whole, a deletion, or
-- what a formatter or version control wrote. Ask with a path.

SELECT k.path, k.t, k.kind, k.actor, k.manner, k.kind = 'write' AND NOT k.on_disk AS made
FROM   touches k
WHERE  k.session = :session AND k.kind IN ('edit', 'write', 'delete', 'rewrite') AND k.outcome = 'ok'
