-- Let the user delete on other machines.
--
-- What ssh runs elsewhere is not under the version control of the project, and other people work there. The same
-- holds for a container that this machine's own files are mounted into. What a container has of its own goes with it
-- and is left alone.

--- severity = "ask"
--- deeds    = ["drops"]
--- message  = "`{text}` takes away {what} {place}. Let the user run this, or show them first what is there."

SELECT :text AS text, value ->> 'what' AS what,
       iif(value ->> 'of' = 'machine', 'on another machine', 'from a container that has folders of this machine')
         AS place
FROM   json_each(:drops)
WHERE  value ->> 'of' IN ('machine', 'mount')
