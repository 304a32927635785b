//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// fromPyPI begins the name of a package in clients.txt that comes from PyPI instead of npm.
const fromPyPI = "pypi:"

// installPython installs a client from PyPI into an environment of its own, which is a folder. Further packages stand in the place of those
// that the client asks for, which is what uv can do and pip cannot.
func installPython(folder string, pkgs []string) error {
	client := strings.TrimPrefix(pkgs[0], fromPyPI)
	at := strings.LastIndex(client, "@")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	overrides := filepath.Join(folder, "overrides.txt")
	if err := os.WriteFile(overrides, []byte(strings.Join(pkgs[1:], "\n")), 0o644); err != nil {
		return err
	}
	bin := filepath.Join(folder, "bin")
	for _, argv := range [][]string{
		{"python3", "-m", "venv", folder},
		{filepath.Join(bin, "pip"), "install", "--quiet", "--disable-pip-version-check", "uv"},
		{filepath.Join(bin, "uv"), "pip", "install", "--quiet", "--python", filepath.Join(bin, "python"), "--override", overrides, client[:at] + "==" + client[at+1:]},
	} {
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(argv, " "), err, out)
		}
	}
	return nil
}

// newestPython returns the newest version of a package that PyPI serves for this Python.
func newestPython(name string) (string, error) {
	out, err := exec.Command("python3", "-m", "pip", "index", "versions", name).Output()
	found := regexp.MustCompile(`^\S+ \((\S+)\)`).FindSubmatch(out)
	if err != nil || found == nil {
		return "", fmt.Errorf("pip index versions %s: %v\n%s", name, err, out)
	}
	return string(found[1]), nil
}
