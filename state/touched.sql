-- Counts an edit after a file was changed: in its tree, in the pile of untested edits, and in the rounds of the file.
-- The parameters `:session`, `:t`, `:path`, `:file`, `:root`, `:kind`, `:via`, `:class` and `:manner` are the columns
-- of the touch.
--
-- A command that changes several files counts as one edit. No test fails because of a document or a scratch file.
-- Shell scripts, queries and pages are code that tests seldom run: they do not count.

INSERT INTO trees (root, changes) VALUES (:root, 1)
  ON CONFLICT (root) DO UPDATE SET changes = changes + 1;
UPDATE trees SET changes = changes + 1 WHERE root IN (SELECT project FROM parts WHERE root = :root);

INSERT INTO tally (session, root, edits, pile, first_edit, last_edit, last_code)
SELECT :session, :root, counts, :t, iif(:class IN ('document', 'scratch'), NULL, :t), :t, iif(counts, :t, NULL)
FROM  (SELECT :manner <> 'undo' AND :class IN ('code', 'test')
              AND :file NOT GLOB '*.sh' AND :file NOT GLOB '*.sql' AND :file NOT GLOB '*.html' AS counts)
WHERE  :kind IN ('edit', 'write') AND :via <> 'elsewhere'
ON CONFLICT (session, root) DO UPDATE SET
  edits = edits + (excluded.edits AND (:via = 'tool' OR last_code IS NOT :t)),
  pile = iif(edits = 0, :t, pile), first_edit = coalesce(first_edit, excluded.first_edit), last_edit = :t,
  last_code = coalesce(excluded.last_code, last_code), stashed = 0;

INSERT INTO rounds (session, path, root, file, edits, dirty)
SELECT :session, :path, :root, :file, 1, 1
WHERE  :kind IN ('edit', 'write') AND :via <> 'elsewhere' AND :manner <> 'undo'
ON CONFLICT (session, path) DO UPDATE SET edits = edits + 1, dirty = 1;
