-- Read a file before others are edited: the guide of a folder before its programs.
--
-- Each of `read`, and one of `read_any`, has to have been read or written in this session.

--- severity = "off"
--- pack     = "shapes"
--- gather   = "read"
--- message  = "Read {read} first{file:: it is about |}{file}."
--- takes    = { edit = "paths", before = "calls", read = "each_file", read_any = "each_file", only = "|new" }
---
--- options.edit     = []   # globs of the files before whose edit
--- options.before   = []   # or commit, push, pr, merge, stop, commands
--- options.read     = []   # globs; {file}, {dir}, {1} and {parents} (each folder above) stand for parts of the edited file
--- options.read_any = []   # one of them is enough
--- options.only     = ""   # "new": only files that are not there

SELECT readings.text AS read, :file AS file, readings.done AS kept
FROM   readings
WHERE  :only <> 'new' OR NOT :on_disk
