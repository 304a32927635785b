-- Let the user delete on other machines.
--
-- What ssh runs elsewhere is not under the version control of the project, and other people work there. The same holds for a container that this machine's
-- own files are mounted into. What a container has of its own goes with it and is left alone.

--- severity = "ask"
--- pack     = "destructive"
--- commands = ["ssh", "ansible", "docker run", "podman run"]
--- message  = "`{text}` {does} {place}. Let the user run this, or show them first what is there."
---
--- options.mounts = ["/:/*", "/home*:*", "/root*:*", "/etc*:*", "/var*:*", "/usr*:*"]   # globs of the mounts with which a container has this machine's own files

WITH words (i, v) AS (SELECT key, value FROM json_each(:args)),
     line (l) AS (SELECT ' ' || replace(replace(replace(replace(group_concat(v, ' ') || ' ' || :input, '"', ' '), '''', ' '), char(10), ' '), ';', ' ; ') || ' ' FROM words),
     ways (does, way) AS (VALUES
       ('deletes whole folders', '* rm *-[a-zA-Z]*'), ('deletes whole folders', '* rm --recursive *'), ('deletes what find finds', '* find * -delete *'), ('deletes what find finds', '* find * -exec rm *'),
       ('overwrites a disk', '* dd *of=/dev/*'), ('overwrites a disk', '* mkfs* /dev/*'), ('overwrites a disk', '* wipefs *'),
       ('deletes what docker keeps', '* docker * prune *'), ('deletes what docker keeps', '* docker volume rm *'), ('deletes what docker keeps', '* down -v *'), ('deletes what docker keeps', '* down --volumes *'),
       ('deletes data', '*[^a-z]drop database*'), ('deletes data', '*[^a-z]drop schema*'), ('deletes data', '*[^a-z]drop table*'), ('deletes data', '*[^a-z]truncate *'), ('deletes data', '* dropdb *'), ('deletes data', '* crontab -r*'),
       ('throws away changes', '* git *reset --hard *'), ('throws away changes', '* git *clean -*f*'))
SELECT :text AS text, does, iif(:program IN ('ssh', 'ansible'), 'on another machine', 'in a container that has files of this machine') AS place
FROM   line JOIN ways ON lower(l) GLOB way
WHERE  (does <> 'deletes whole folders' OR l GLOB '* rm -[rR]*' OR l GLOB '* rm -[a-zA-Z][rR]*' OR l GLOB '* rm -[rR]* *' OR l GLOB '* rm -[a-zA-Z]* -[rR] *' OR l GLOB '* rm --recursive *')
       -- A temporary file is deleted.
  AND  NOT (does = 'deletes whole folders' AND l GLOB '* rm -* /tmp/[a-zA-Z0-9]*' AND l NOT GLOB '* rm * rm *')
  AND  (:program IN ('ssh', 'ansible') OR EXISTS (
          SELECT 1 FROM words m, json_each(:mounts) g
          WHERE  iif(m.v GLOB '--volume=*', substr(m.v, 10), m.v) GLOB g.value AND m.v NOT GLOB '*:ro' AND m.v NOT GLOB :root || '*'
            AND  (m.v GLOB '--volume=*' OR (SELECT p.v FROM words p WHERE p.i = m.i - 1) IN ('-v', '--volume'))))
LIMIT  1
