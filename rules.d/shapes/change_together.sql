-- Change with a file what belongs to it: a migration with a model, the changelog with a version.
--
-- If a file that fits `changed` is handed on, one that fits `also` has to be among the changes; with `all`, one for each of its globs.

--- severity = "off"
--- pack     = "shapes"
--- gather   = "file"
--- repeat   = "once"
--- message  = "{file} {file:was|were} changed, and nothing of what belongs to it: {also}. Change that as well, or say why it needs no change."
--- takes    = { files = "sources", also = "each_file", before = "calls", only = "|new" }
---
--- options.files  = []                # written `changed`: globs of files; programs and settings if it is empty
--- options.also   = []                # globs of what belongs to them; {dir} and {1} stand for their folder and what the first * fits
--- options.before = ["push", "pr"]    # commit, push, pr, merge, stop, or commands
--- options.only   = ""                # "new": only files that the session has made
--- options.all    = false             # a file for each of `also`, not for one of them
--- option_was.files = ["changed"]

SELECT group_concat(companions.also, ' or ') AS also, companions.file, 'since ' || max(companions.t) AS subject,
       iif(:all, min(done), max(done)) AS kept
FROM   companions
GROUP  BY companions.path
HAVING NOT max(itself) AND (:only <> 'new' OR max(companions.made))
