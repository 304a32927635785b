-- The times from which on nothing older than this session can be in the volumes that this command takes away. The
-- session has emptied them before, which somebody has let it do, or it has made the file that describes the services
-- before it started them.

SELECT down.t
FROM   own_commands down
WHERE  :program IN ('docker compose down', 'podman compose down')
  AND  down.t > :t - 500 AND down.t < :t AND down.dir = :dir AND down.root = :root AND down.program = :program
  AND  EXISTS (SELECT 1 FROM json_each(down.args) WHERE value IN ('-v', '--volumes'))
UNION  ALL
SELECT up.t
FROM   own_commands up
JOIN   own_edits file ON file.t > :t - 500 AND file.t < up.t AND file.made AND file.root = up.root
WHERE  :program IN ('docker compose down', 'podman compose down')
  AND  up.t > :t - 500 AND up.t < :t AND up.dir = :dir AND up.root = :root
  AND  up.program IN ('docker compose up', 'podman compose up')
  AND  file.file GLOB '*compose*.y*ml' AND (:dir = '' OR file.folder = :root || '/' || :dir)
