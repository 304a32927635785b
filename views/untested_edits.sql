-- The files that were edited since tests last ran, or in the whole session if none ran, without the
-- edits that were taken back.

SELECT session, root, path, file, count(*) AS edits, max(t) AS t
FROM   untested_touches
GROUP  BY session, root, path
