-- Let the user delete on other machines.
--
-- What ssh runs on another machine is not under the project's version control, and other people work there. What a
-- container keeps inside goes with the container and is left alone; folders of this machine that are mounted in it are
-- judged by the rules for this machine. A container that the session has started there is its own. The rule is silent
-- about `rsync --delete` if the user has named the folder: making it like the one here is what that is for.

--- severity = "ask"
--- deeds    = ["drops"]
--- message  = "`{text}` takes away {what} on another machine. Let the user run this, or show them first what is there."

SELECT :text AS text, value ->> 'what' AS what
FROM   json_each(:drops)
WHERE  value ->> 'of' = 'machine' AND NOT EXISTS (SELECT 1 FROM wanted WHERE verb IN ('delete', 'run') AND named)
       AND NOT (:program = 'rsync' AND EXISTS (SELECT 1 FROM mentioned))
       AND NOT EXISTS (SELECT 1 FROM own_containers c WHERE value ->> 'name' GLOB '* rm -f ' || c.name)
