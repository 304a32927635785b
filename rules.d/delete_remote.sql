-- Let the user delete on other machines.
--
-- What ssh runs elsewhere is not under the version control of the project, and other people work there. What a container
-- has of its own goes with it and is left alone; the folders of this machine in it are those of the other rules. A folder
-- that the user has named may be made to look like one of this machine. A container that the session has started there is its own.

--- severity = "ask"
--- deeds    = ["drops"]
--- message  = "`{text}` takes away {what} on another machine. Let the user run this, or show them first what is there."

SELECT :text AS text, value ->> 'what' AS what
FROM   json_each(:drops)
WHERE  value ->> 'of' = 'machine' AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('delete', 'run') AND named)
       AND NOT (:program = 'rsync' AND EXISTS (SELECT 1 FROM mentioned))
       AND NOT EXISTS (SELECT 1 FROM own_containers c WHERE value ->> 'name' GLOB '* rm -f ' || c.name)
