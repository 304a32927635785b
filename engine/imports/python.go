package imports

import (
	"path/filepath"
	"strings"
	"sync"
)

// A pythonResolver resolves the modules that Python files import.
type pythonResolver struct {
	*tree
}

func (r *pythonResolver) edges(path, src string, add func(name, to string)) {
	for _, imp := range scanPython(src) {
		if len(imp.names) == 0 {
			add(imp.module, r.module(path, imp.module))
		}
		for _, name := range imp.names {
			sub := joinModule(imp.module, name)
			if to := r.module(path, sub); to != "" && name != "*" {
				add(sub, to)
			} else {
				add(imp.module, r.module(path, imp.module))
			}
		}
	}
}

// joinModule appends a name to a module: "a" and "b" give "a.b", "." and "b" give ".b".
func joinModule(module, name string) string {
	if strings.HasSuffix(module, ".") {
		return module + name
	}
	return module + "." + name
}

// module returns the file of a relative or absolute module, or "". An absolute one is
// looked up where Python, pytest and the build tools put directories on sys.path: the
// parent of the file's outermost package, the directories above that, and src in each.
func (r *pythonResolver) module(path, module string) string {
	dir := filepath.Dir(path)
	if strings.HasPrefix(module, ".") {
		for module = module[1:]; strings.HasPrefix(module, "."); module = module[1:] {
			dir = filepath.Dir(dir)
		}
		return r.moduleFile(dir, module)
	}
	top, _, _ := strings.Cut(module, ".")
	standard := pythonStandard()[top]
	for dir != r.root && r.isFile(filepath.Join(dir, "__init__.py")) && r.inside(dir) {
		dir = filepath.Dir(dir)
	}
	for d := range r.ancestors(dir) {
		// In a namespace package "import logging" means the standard library, even if the
		// directory contains logging.py. At the top of a project it means the file.
		if standard && d != r.root && r.first(filepath.Join(d, "pyproject.toml"), filepath.Join(d, "setup.py")) == "" {
			continue
		}
		for _, base := range []string{d, filepath.Join(d, "src")} {
			if to := r.moduleFile(base, module); to != "" {
				return to
			}
		}
	}
	return ""
}

// moduleFile returns the file of a dotted module below dir, or that of the package dir
// itself if module is "".
func (r *pythonResolver) moduleFile(dir, module string) string {
	base := filepath.Join(dir, strings.ReplaceAll(module, ".", string(filepath.Separator)))
	init := filepath.Join(base, "__init__.py")
	if module == "" {
		return r.first(init, init+"i")
	}
	return r.first(init, base+".py", init+"i", base+".pyi")
}

// pythonStandard returns the set of pythonModules. It is built on first use, because most
// hooks do not need it.
var pythonStandard = sync.OnceValue(func() map[string]bool {
	standard := map[string]bool{}
	for name := range strings.FieldsSeq(pythonModules) {
		standard[name] = true
	}
	return standard
})

// pythonModules are the public names of sys.stdlib_module_names in Python 3.11.7.
const pythonModules = `
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop
collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg
crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email
encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib
functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html
http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3
linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib
msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse
os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix
posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri
random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve
shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile
sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable
sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time
timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types
typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound
wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
`
