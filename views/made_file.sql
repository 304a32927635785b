-- One row if this session has made the file of this call.

SELECT m.t
FROM   touches m
WHERE  m.session = :session AND m.path = :path AND m.kind = 'write' AND NOT m.on_disk AND m.outcome = 'ok'
