-- Run a command before another call: the tests before a commit, the linter before a push.
--
-- Each of `run`, and one of `run_any`, must have succeeded since the last change of a file that fits `changed`, as far as the call hands
-- it on; a command whose exit status is lost (`| tail`, `|| true`) has not. A formatter that changes files has passed for itself.

--- severity = "off"
--- pack     = "shapes"
--- gather   = "run"
--- repeat   = "once"
--- message  = "{run} {run:has|have} not passed{file: since |}{file}{file: was changed|}. Run {run:it|them} first."
--- takes    = { run = "runs", run_any = "any_run", files = "sources", ran = "runs", before = "calls", edit = "paths", since = "change|edit|prompt|session", only = "|new" }
---
--- options.run     = []           # commands, <tests> or <checks>, tools as "mcp:NAME": all of them have to be run
--- options.run_any = []           # one of them has to be run
--- options.files   = []           # written `changed`: globs of the files after whose change; programs and settings if it is empty
--- options.ran     = []           # commands after which, in place of a change of files
--- options.before  = ["commit"]   # commit, push, pr, merge, stop, commands or tools
--- options.edit    = []           # globs of files: before these are edited
--- options.since   = "change"     # change; edit, which a session without one has not to wait for; prompt; session
--- options.only    = ""           # "new": only files that the session has made
--- options.bare    = false        # only runs without operands of their own count
--- option_was.files = ["changed"]

SELECT run, file, 'since ' || demands.t AS subject,
       EXISTS (SELECT 1 FROM json_each(demands.at) a
               WHERE  a.value ->> 0 > demands.t OR a.value ->> 0 = demands.t AND a.value ->> 1) AS kept
FROM   demands
WHERE  :only <> 'new' OR coalesce(:path, '') = '' OR NOT :on_disk
ORDER  BY demands.place
