-- What the message of a failure says if a service, a setting or an installation was missing. `how`:
-- said (these words, in any case), written (a glob, as it is written), first (a glob, as long as the
-- test was not seen to pass), broken (a glob, in lower case, of a message that asserts nothing), met
-- (the same of one that expects nothing either).
--
-- It is computed once for a statement, and not for each failure.

WITH phrases (words, how) AS MATERIALIZED (
SELECT value, 'said'
FROM   json_each('["connection refused", "getaddrinfo", "no such host", "could not connect", "unable to connect",
                   "failed to connect", "cannot connect", "can''t connect", "connection timed out",
                   "connection attempts failed", "connection error caused by", "statuscode.unavailable",
                   "address already in use", "network is unreachable", "no space left", "name resolution",
                   "nameresolutionerror", "name or service not known", "operation not permitted",
                   "certificate_verify_failed", "certificate verify failed", "executable doesn''t exist",
                   "needs to be in path", "docker.sock", "docker.errors.", "fetching server api version",
                   "kube-config", "cuda out of memory", "no cuda gpus",
                   "validation error for settings", "validation errors for settings"]')
UNION  ALL
SELECT value, 'written'
FROM   json_each('["*ECONNREFUSED*", "*ECONNRESET*", "*ENOTFOUND*", "*ETIMEDOUT*", "*EADDRINUSE*", "*EAI_AGAIN*",
                   "*EHOSTUNREACH*", "*ENETUNREACH*",
                   "*[Mm]issing [A-Z][A-Z]*_[A-Z]*", "KeyError: ?[A-Z][A-Z]*_[A-Z]*"]')
UNION  ALL
SELECT value, 'first'
FROM   json_each('["*ModuleNotFoundError: No module named *", "*Cannot find package *"]')
UNION  ALL
SELECT '*' || iif(o.value, s.value || '*' || l.value, l.value || '*' || s.value) || '*', 'broken'
FROM   json_each('["credentials", "api key", "api_key", "environment variable"]') s,
       json_each('["missing", "required", "not set", "must be set", "unset", "undefined", "not found", "invalid",
                   "expired", "without", "no ", "unable to locate"]') l,
       json_each('[0, 1]') o
UNION  ALL
SELECT value, 'met'
FROM   json_each('["*emulator*", "*rate limit*"]')
)
SELECT words, how FROM phrases
