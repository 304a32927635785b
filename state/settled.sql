-- Keeps since when no file of a project had been changed as a session is about to make its first edit there. The
-- parameters are `:session`, `:root` and `:settled`, milliseconds since 1970.

INSERT INTO tally (session, root, settled) VALUES (:session, :root, :settled)
ON CONFLICT (session, root) DO UPDATE SET settled = excluded.settled;
