-- Counts a change of a tree by a command that names no files. The parameters are `:session`, `:t` and `:root`.

INSERT INTO trees (root, changes) VALUES (:root, 1)
  ON CONFLICT (root) DO UPDATE SET changes = changes + 1;
UPDATE trees SET changes = changes + 1 WHERE root IN (SELECT project FROM parts WHERE root = :root);
