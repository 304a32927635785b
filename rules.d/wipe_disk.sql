-- Let the user format and overwrite disks.
--
-- What is written to a device is written over every file system on it. An image file or a loop device is no disk.

--- severity = "ask"
--- deeds    = ["drops"]
--- message  = "`{text}` writes over {disk}, and what is on it is lost. Let the user run this, or use an image file."

SELECT :text AS text, value ->> 'what' AS disk FROM json_each(:drops) WHERE value ->> 'of' = 'disk'
