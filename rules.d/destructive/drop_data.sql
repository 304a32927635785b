-- Let the user drop data.
--
-- A volume, a database, a bucket or a backup is seldom in another backup, and nobody can rebuild what people have put into it.
-- Volumes that this session created may go, and so may a database in memory or in /tmp.

--- severity = "ask"
--- pack     = "destructive"
--- commands = ["docker", "podman", "docker compose", "psql", "mysql", "mariadb", "sqlite3", "clickhouse-client", "sqlcmd", "cqlsh", "duckdb", "snowsql", "bq", "dropdb", "pg_restore", "mysqladmin", "redis-cli", "mongosh", "mongo", "aws", "gsutil", "gcloud", "az", "azcopy", "rclone", "rsync", "borg", "restic", "velero", "btrfs", "zfs", "gh", "heroku", "fly", "flyctl", "vercel", "netlify", "wrangler", "firebase", "doctl", "eksctl", "rails", "rake", "prisma", "supabase", "python manage.py", "php artisan", "alembic",
---             "sequelize", "sequelize-cli", "knex", "typeorm", "flyway", "liquibase", "dotnet ef", "vault", "doppler", "op", "kafka-topics", "kafka-topics.sh", "etcdctl", "crontab", "userdel", "deluser", "tmutil", "curl", "iptables", "ip6tables", "nft", "ufw",
---             "terraform state", "terraform workspace", "tofu state", "tofu workspace", "pulumi"]
--- message  = "`{text}` deletes {what} for good. Let the user decide, or work on a copy."
---
--- options.sql = ["psql", "mysql", "mariadb", "sqlite3", "clickhouse-client", "sqlcmd", "cqlsh", "duckdb", "snowsql", "bq"]   # programs that execute SQL

WITH
line (l) AS (
  SELECT lower(CASE WHEN :program IN (SELECT value FROM json_each(:sql)) THEN 'sql ' WHEN :program GLOB 'podman*' THEN replace(:program, 'podman', 'docker') ELSE :program END
               || ' ' || :task || ' ' || coalesce((SELECT group_concat(value, ' ') FROM json_each(:args)), '') || ' '
               || iif(:program IN (SELECT value FROM json_each(:sql) UNION ALL VALUES ('mongosh'), ('mongo'), ('redis-cli')), ' ' || :input || ' ', ''))),
data (what, words) AS (VALUES
  ('all images and stopped containers that are not in use, also of other projects,', '["docker* system* prune* -a*", "docker* system* prune* -fa *", "docker* system* prune* --[av]*"]'),
  ('all images of a list',                   '["docker rmi *$[?]*", "docker image* rm *$[?]*"]'),
  ('all images without a container',         '["docker* image* prune* -a*", "docker* image* prune* -fa *", "docker* image* prune* --all*"]'),
  ('all stopped containers',                 '["docker* container* prune*"]'),
  ('all containers of a list',               '["docker rm *$[?]*", "docker container* rm *$[?]*"]'),
  ('the volumes of the services',            '["docker* down* -v *", "docker* down* --volumes *"]'),
  ('all volumes that no container uses',     '["docker* volume* prune*"]'),
  ('a volume',                               '["docker* volume* rm *"]'),
  ('a database',                             '["dropdb *", "mysqladmin * drop *", "sql*[^a-z]drop database*", "mongo*dropdatabase(*"]'),
  ('what a database held before it is restored', '["pg_restore * -c *", "pg_restore * --clean*"]'),
  ('a schema',                               '["sql*[^a-z]drop schema*", "sql*[^a-z]drop keyspace*", "sql*[^a-z]drop owned *"]'),
  ('a table',                                '["sql*[^a-z]drop table*", "sql*[^a-z]create or replace table*", "sql*[^a-z]drop snapshot table*"]'),
  ('a part of a table',                      '["sql*[^a-z]alter table*drop column*", "sql*[^a-z]alter table*drop partition*"]'),
  ('all rows of a table',                    '["sql*[^a-z]truncate *", "sql*[^a-z]delete from *"]'),
  ('a column of all rows of a table',        '["sql*[^a-z]update * set *"]'),
  ('all rules of the firewall',              '["ip*tables* -f *", "ip*tables* --flush *", "nft* flush ruleset*", "ufw* reset *"]'),
  ('all keys',                               '["redis-cli* flush[ad]*", "etcdctl* del *--prefix*", "etcdctl* del *--from-key*"]'),
  ('a dataset',                              '["sql   rm *-r *"]'),
  ('an index',                               '["curl* -x*delete*:9200/*", "curl*--request*delete*:9200/*", "curl*:9200/*/_delete_by_query*"]'),
  ('a topic',                                '["kafka-topics*--delete*"]'),
  ('a secret',                               '["vault* destroy *", "vault* delete *", "vault* disable *", "doppler* delete *", "op * delete *", "gh secret* delete *"]'),
  ('what is known of a resource',            '["t[eo]* state* rm *"]'),
  ('a state',                                '["t[eo]* workspace* delete *", "pulumi* stack rm *"]'),
  ('all jobs of the table',                  '["crontab* -r *", "crontab* -ri *", "crontab* -ir *"]'),
  ('a home',                                 '["userdel* -r*", "deluser*--remove-home*"]'),
  ('a collection',                           '["mongo*.drop()*", "mongo*deletemany({})*"]'),
  ('a bucket',                               '["aws* s3* rb *", "aws* s3api* delete-bucket *", "gsutil* rb *"]'),
  ('files of a bucket',                      '["aws* s3* rm *--recursive*", "aws* s3* sync *--delete*", "gsutil* rm* -r *", "gsutil* rsync* -d *", "gsutil* rsync* -dr *", "gsutil* rsync* -rd *", "gcloud* storage* rm* -r *", "gcloud* storage* rm*--recursive*", "gcloud* storage* rsync*--delete-unmatched*", "az* delete-batch *", "azcopy* rm *--recursive*", "azcopy* remove *--recursive*", "azcopy* sync*--delete-destination=true*", "rclone* purge *", "rclone* delete *", "rclone* sync *:*"]'),
  ('files of another machine',               '["rsync* --del* *:*"]'),
  ('a backup or a snapshot',                 '["borg* delete *", "borg* repo-delete *", "borg* prune *", "restic* forget *", "velero* delete *", "btrfs* sub* delete *", "zfs* rollback *", "tmutil* delete *"]'),
  ('a resource of the account',              '["aws* terminate-instances*", "aws* delete-[a-z]*", "gcloud* delete *", "az* delete *", "doctl* delete *", "eksctl* delete *"]'),
  ('an application or its data',             '["heroku* apps:destroy*", "heroku* pg:reset*", "fly* destroy *", "vercel* remove *", "vercel* rm *", "netlify* sites:delete*", "wrangler* delete *", "firebase* firestore:delete*"]'),
  ('a repository',                           '["gh repo* delete *"]'),
  ('a repository, a branch or a release',    '["gh api* -x delete *", "gh api* -xdelete *", "gh api* --method delete *", "gh api* --method=delete *"]'),
  ('the database of the application',        '["ra[ik]*db:drop*", "ra[ik]*db:reset*", "prisma* migrate* reset *", "prisma* push*--force-reset*", "supabase* db* reset *", "sequelize*db:drop*", "typeorm*schema:drop*", "dotnet ef*database drop*"]'),
  ('the rows of the application''s database', '["*manage.py* flush *", "*manage.py* reset_db *", "*artisan*migrate:fresh *", "*artisan*db:wipe *", "alembic* downgrade* base *", "*manage.py* migrate * zero *", "knex*migrate:rollback*--all*", "sequelize*undo:all*", "flyway* clean *", "liquibase* drop-all *"]'))
SELECT :text AS text, what
FROM   line JOIN data ON EXISTS (SELECT 1 FROM json_each(words) w WHERE l GLOB w.value)
WHERE  l NOT GLOB '* --dryrun*' AND l NOT GLOB '* --dry-run*' AND l NOT GLOB '* --dry_run*' AND l NOT GLOB '* --help *' AND l NOT GLOB '* --list-only *'
  AND  NOT (:program IN ('rsync', 'borg', 'restic', 'zfs') AND EXISTS (SELECT 1 FROM json_each(:args) WHERE value GLOB '-[a-zA-Z]*' AND instr(value, 'n')))
  AND  NOT (:program = 'rsync' AND :args ->> '$[#-1]' NOT GLOB '*:*')
       -- A condition that is always true is none.
  AND  NOT ((l GLOB '*delete from*' OR what = 'a column of all rows of a table') AND l GLOB '*[^a-z]where[^a-z]*' AND l NOT GLOB '* where 1*=*1*' AND l NOT GLOB '* where true*' AND l NOT GLOB '* where 1[ ;]*')
  AND  NOT (what = 'a column of all rows of a table' AND (l GLOB '* on update *' OR l GLOB '* do update *' OR l GLOB '* for update*'))
       -- A comment or a deployment is none of these.
  AND  NOT (l GLOB 'gh api*' AND :text GLOB '*repos/*/*/*' AND :text NOT GLOB '*/git/refs/*' AND :text NOT GLOB '*/releases/*' AND :text NOT GLOB '*/branches/*')
       -- A message or a tag is no resource.
  AND  NOT (l GLOB 'aws*' AND (l GLOB '* delete-message*' OR l GLOB '* delete-tags *' OR l GLOB '* delete-alarms *'))
  AND  NOT (l GLOB 'sql*' AND (coalesce(:args ->> 0, '') GLOB '/tmp/*' OR coalesce(:args ->> 0, '') = ':memory:'))
  AND  NOT (what = 'a volume' AND EXISTS (
         SELECT 1 FROM commands c, json_each(c.args) x
         WHERE  c.session = :session AND c.t > :t - 500 AND (c.t < :t OR c.n < :n) AND c.program IN ('docker volume', 'podman volume')
           AND  c.args GLOB '*"create"*' AND x.value IN (SELECT value FROM json_each(:args) WHERE value <> 'rm')))
LIMIT  1
