-- Ask for the one setting that you need.
--
-- A command that prints all secrets of a service puts them into the conversation, and so into recordings and to the
-- provider of the model.

--- severity = "ask"
--- pack     = "secrets"
--- deeds    = ["reveals"]
--- repeat   = "once"
--- message  = "`{text}` prints {what} into the conversation. Ask for the one name that you need, or let your user look it up."

SELECT :text AS text, value ->> 'what' AS what FROM json_each(:reveals)
