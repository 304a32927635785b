-- What the message of a failure says, as patterns of LIKE, if its reason is outside of the project:
-- a service, the network, a setting of the machine.

SELECT value AS words
FROM   json_each('["%connection refused%", "%econnrefused%", "%enotfound%", "%eaddrinuse%", "%could not connect%",
                   "%timed out%", "%timeout%", "%environment variable%", "%not set%"]')
