-- Leave the dump of a schema to the migrations.
--
-- The file is written from the database after the migrations have run. An edit by hand is gone after the next one, and says
-- something that no database has.

--- severity = "warn"
--- tools    = ["edit", "write"]
--- paths    = ["**/db/schema.rb", "**/db/structure.sql", "**/migrations/migration_lock.toml"]
--- repeat   = "once"
--- message  = "{file} is written from the database. Write a migration and run it instead."

SELECT :file AS file
WHERE  :on_disk AND :via = 'tool' AND :manner = ''
