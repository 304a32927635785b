-- go build and go vet: the findings below a line `# package`. The compiler stops after ten errors in a package. vet
-- does not check a package that does not compile (`vet: `), and build does not compile the packages that import it.
-- `go vet -json` always exits with 0.

--- purpose  = "build"
--- commands = ["go build", "go vet", "go install"]
--- contains = [".go:"]
--- unless   = ["-n"]
--- values   = ["-o", "-p", "-C", "-tags", "-ldflags", "-gcflags", "-mod", "-modfile", "-asmflags", "-buildmode", "-vettool"]
--- variant  = ["-tags"]
--- proof    = ["\n# "]
--- foreign  = ["FAIL\t", "\nFAIL    "]
--- exits    = ["errors"]
--- stops    = ["build", "install"]
---
--- stop.much      = '(?:\./)?[^\s:"]+\.go:\d+:\d+: too many errors'
--- finding.source = '(?:\./)?(?<file>[^\s:"]+\.go):{line}:(?:{col}:)? {message}'
--- stop.vet       = 'vet: (?:\./)?(?<file>[^\s:"]+\.go):{line}:(?:{col}:)? {message}'
--- head.json      = '\s*"posn": "(?<file>[^"]+\.go):{line}:{col}",'
---   line.json    = '\s*"message": (?<message>"(?:[^"\\]|\\.)*"),?'

SELECT file, line, col, 'error' AS level, message->>'$' AS message, 1 AS ended FROM lines
