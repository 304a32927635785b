-- The edits of this session: files that it or its subagents edited or wrote, in order. Ask with a tick
-- (`e.t > …`); for a single file ask own_changes. `folder` is that of the file.

SELECT e.t, e.path, e.file, e.root, e.class, e.kind, e.actor, e.via, e.manner,
       e.kind = 'write' AND NOT e.on_disk AS made,
       rtrim(rtrim(e.path, replace(e.path, '/', '')), '/') AS folder
FROM   touches e INDEXED BY touches_in_order
WHERE  e.session = :session AND e.kind IN ('edit', 'write') AND e.outcome = 'ok'
