-- Puts the failures into `recovered` that a call may end without a run: a file is removed, a merge is given up. ended.sql takes out those
-- that it has not ended. The parameters `:session`, `:t` and `:root` are those of the call.

INSERT OR IGNORE INTO recovered (session, t, root, tool, suite, test, failed, signature, identity, passed, flipped)
  SELECT session, :t, root, tool, suite, test, last, signature, identity, 0, 0
  FROM   failing
  WHERE  session = :session AND root = :root AND test <> '' AND test NOT GLOB '[[]*';
