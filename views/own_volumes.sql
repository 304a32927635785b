-- The times that this session has started the services of which this command takes the volumes away, if
-- nothing older can be in them: before that it made the file that describes the services, or took their
-- volumes away as well, which somebody has let.

SELECT up.t
FROM   own_commands up
WHERE  :program IN ('docker compose down', 'podman compose down')
  AND  up.t > :t - 500 AND up.t < :t AND up.dir = :dir AND up.root = :root
  AND  up.program IN ('docker compose up', 'podman compose up')
  AND  (EXISTS (SELECT 1 FROM own_commands down
                WHERE  down.t > :t - 500 AND (down.t < up.t OR down.t = up.t AND down.n < up.n)
                  AND  down.program = :program AND down.dir = :dir AND down.root = :root
                  AND  EXISTS (SELECT 1 FROM json_each(down.args) WHERE value IN ('-v', '--volumes')))
        OR EXISTS (SELECT 1 FROM own_edits file
                   WHERE  file.t > :t - 500 AND file.t < up.t AND file.made AND file.root = :root
                     AND  file.file GLOB '*compose*.y*ml'
                     AND  (:dir = '' OR file.folder = :root || '/' || :dir)))
