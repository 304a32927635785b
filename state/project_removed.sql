-- Forgets what failed and was untested in a project that no longer exists. The parameters are `:session` and `:root`.

DELETE FROM failing WHERE session = :session AND root = :root;
DELETE FROM rounds WHERE session = :session AND root = :root;
UPDATE tally SET edits = 0, put_away = 0, failing = NULL WHERE session = :session AND root = :root;
