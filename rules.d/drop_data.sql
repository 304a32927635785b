-- Let the user drop data.
--
-- A volume, a database or a bucket is seldom in a backup, and nobody can rebuild what people have put into it.
-- Containers and volumes that this session created may go.

--- severity = "ask"
--- pack     = "destructive"
--- commands = ["docker", "podman", "docker compose", "psql", "mysql", "mariadb", "sqlite3", "dropdb", "redis-cli", "mongosh", "mongo", "aws", "gsutil", "gcloud", "az", "gh", "rails db:drop", "rails db:reset", "rake db:drop", "rake db:reset", "prisma", "supabase", "python manage.py", "php artisan", "alembic", "mysqladmin", "pg_restore", "clickhouse-client", "sqlcmd", "cqlsh", "duckdb"]
--- message  = "`{text}` deletes {what} for good. Let the user decide, or work on a copy."

WITH words (i, v) AS (SELECT key, value FROM json_each(:args)),
     line (p, a, sql) AS (
       SELECT :program || ' ', ' ' || (SELECT group_concat(v, ' ') FROM words) || ' ',
              upper(' ' || (SELECT group_concat(v, ' ') FROM words) || ' '))
SELECT :text AS text, what
FROM  (SELECT CASE
  WHEN p GLOB 'docker*' OR p GLOB 'podman*' THEN
    CASE
      WHEN p || a GLOB '* system*prune*' AND (a GLOB '* -a *' OR a GLOB '* --all*' OR a GLOB '* --volumes*' OR a GLOB '* -af *' OR a GLOB '* -fa *') THEN 'all images and stopped containers that are not in use, also of other projects,'
      WHEN p || a GLOB '* volume* prune*' THEN 'all volumes that no container uses'
      WHEN p || a GLOB '* volume* rm *' AND NOT EXISTS (
             SELECT 1 FROM commands c, json_each(c.args) x JOIN words ON words.v = x.value
             WHERE  c.session = :session AND c.t > :t - 500 AND (c.t < :t OR c.n < :n) AND c.program IN ('docker volume', 'podman volume') AND c.args GLOB '*"create"*' AND x.value <> 'rm') THEN 'a volume'
      WHEN p || a GLOB '*compose* down *' AND (a GLOB '* -v *' OR a GLOB '* --volumes *') THEN 'the volumes of the services'
      WHEN p || a GLOB '* image* prune*' AND (a GLOB '* -a*' OR a GLOB '* --all*') THEN 'all images without a container'
      WHEN p || a GLOB '* container* prune*' THEN 'all stopped containers'
      WHEN EXISTS (SELECT 1 FROM words WHERE v GLOB '$[?]*') AND :command GLOB '*docker rm *docker ps*' THEN 'all containers that the list names'
    END
  WHEN :program = 'dropdb' THEN 'a database'
  WHEN p GLOB 'mysqladmin*' AND a GLOB '* drop *' THEN 'a database'
  WHEN :program IN ('psql', 'mysql', 'mariadb', 'sqlite3', 'clickhouse-client', 'sqlcmd', 'cqlsh', 'duckdb') THEN
    CASE
      WHEN (:args ->> '$[0]') GLOB '/tmp/*' OR (:args ->> '$[0]') = ':memory:' THEN NULL
      WHEN sql GLOB '* DROP DATABASE*' OR sql GLOB '*[;]DROP DATABASE*' THEN 'a database'
      WHEN sql GLOB '* DROP SCHEMA*' OR sql GLOB '* DROP KEYSPACE*' THEN 'a schema'
      WHEN sql GLOB '*[ ;]DROP TABLE*' THEN 'a table'
      WHEN sql GLOB '*[ ;]TRUNCATE *' THEN 'all rows of a table'
      WHEN sql GLOB '*[ ;]DELETE FROM *' AND sql NOT GLOB '* WHERE *' THEN 'all rows of a table'
    END
  WHEN :program = 'redis-cli' AND (sql GLOB '* FLUSHALL*' OR sql GLOB '* FLUSHDB*') THEN 'all keys'
  WHEN :program IN ('mongosh', 'mongo') AND (a GLOB '*dropDatabase(*' OR a GLOB '*.drop()*' OR a GLOB '*deleteMany({})*') THEN 'a collection or database'
  WHEN p GLOB 'aws*' AND a NOT GLOB '*--dryrun*' THEN
    CASE
      WHEN p || a GLOB '*s3 * rb *' OR p || a GLOB '*s3api *delete-bucket *' THEN 'a bucket'
      WHEN p || a GLOB '*s3 * rm *--recursive*' OR p || a GLOB '*s3 * sync *--delete*' THEN 'files of a bucket'
      WHEN p || a GLOB '* terminate-instances*' OR p || a GLOB '* delete-[dst]*' OR p || a GLOB '* delete-volume*' THEN 'a resource of the account'
    END
  WHEN p GLOB 'gsutil*' AND (p || a GLOB '* rb *' OR p || a GLOB '* rm *-*r*') THEN 'files of a bucket'
  WHEN p GLOB 'gcloud*' AND a GLOB '* delete *' OR p GLOB 'az *' AND p || a GLOB '* delete *' THEN 'a resource of the account'
  WHEN p GLOB 'gh*' AND p || a GLOB 'gh repo * delete *' THEN 'a repository'
  WHEN p GLOB 'ra[ik]*' AND (p || coalesce(:task, '') || a GLOB '*db:drop*' OR p || coalesce(:task, '') || a GLOB '*db:reset*') THEN 'the database of the application'
  WHEN p || a GLOB 'prisma *migrate* reset *' OR p || a GLOB 'prisma *push*--force-reset*' OR p || a GLOB 'supabase *db* reset *' THEN 'the database of the application'
  WHEN p || a GLOB '*manage.py*flush *' OR p || a GLOB '*manage.py*reset_db *' OR p || a GLOB '*artisan*migrate:fresh *' OR p || a GLOB '*artisan*db:wipe *' THEN 'the rows of the application''s database'
  WHEN p GLOB 'alembic*' AND p || a GLOB '*downgrade* base *' THEN 'the tables of the application'
END AS what FROM line)
WHERE  what IS NOT NULL
