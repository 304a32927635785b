-- Leave a migration that exists as it is.
--
-- It has been applied somewhere: whoever has applied it never gets the change. A migration that the session itself has made is
-- still a draft.

--- severity = "warn"
--- tools    = ["edit", "write", "delete"]
--- paths    = ["**/migrations/*.sql", "**/migrations/*.py", "**/migrations/*/migration.sql", "**/db/migrate/*.rb", "**/alembic/versions/*.py", "**/db/migration/V*.sql"]
--- repeat   = "once"
--- message  = "{file} is a migration that may have been applied already. Write a new one instead."

SELECT :file AS file
WHERE  :on_disk
  AND  NOT EXISTS (SELECT 1 FROM own_changes o WHERE o.path = :path AND o.made)
