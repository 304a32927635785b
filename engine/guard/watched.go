package guard

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"witness/engine/agent"
	"witness/engine/bundle"
	"witness/engine/project"
)

// A watched is a file or folder whose size and time are compared at each call.
type watched struct {
	path   string
	what   string                   // what it is, for messages
	digest func(text []byte) string // of what counts in the file; nil: all of it
	folder bool                     // its files are compared, too
	shared bool                     // a folder that may hold the SQL of other programs
}

// watchedFiles returns what is compared at a call: the settings of the client that calls, or at the start of a session
// those of all clients; the configuration of witness, its folders, and the program.
func watchedFiles(client, root string, all bool) (list []watched) {
	w := agent.Machine{Project: root, Home: project.Home(), Getenv: os.Getenv}
	for _, a := range agent.All {
		if a.Name != client && !all {
			continue
		}
		for _, s := range a.GuardedSettings() {
			list = append(list, watched{path: w.Path(s), what: "settings of " + a.Name, digest: func(text []byte) string { return a.Wiring(s, text) }})
		}
	}
	add := func(what string, paths ...string) {
		for _, path := range paths {
			list = append(list, watched{path: path, what: what})
		}
	}
	add("configuration of witness", project.SystemConfig(), filepath.Join(root, ".witness.toml"))
	folders := []string{root, filepath.Join(root, ".witness")}
	if user := project.UserConfigDir(); user != "" {
		add("configuration of witness", filepath.Join(user, "config.toml"), filepath.Join(project.PolicyDir(), "config.toml"))
		folders = append(folders, user, project.PolicyDir())
	}
	for i, dir := range folders {
		for _, kind := range []string{bundle.Rules, bundle.Facts, bundle.Queries} {
			// What is in a folder shows in its files.
			list = append(list, watched{path: filepath.Join(dir, kind+".d"), what: "folder of witness", folder: true, shared: i == 0, digest: func([]byte) string { return "" }})
		}
	}
	for _, path := range project.Programs() {
		if path != "" {
			add("program of witness", path)
		}
	}
	return list
}

// Limits on the files of one folder that are compared: at each call, and when something in the folder was added, removed
// or renamed, or a session starts.
const (
	maxAtCall  = 20
	maxAtStart = 1000
)

// fileOfWitness is what a rule, a reader or a question is called.
const fileOfWitness = "file of witness"

// file returns what is watched of a file in a folder. In a folder that may hold the SQL of other programs a file counts
// only as long as it has a header.
func (w watched) file(path string) watched {
	return watched{path: path, what: fileOfWitness, digest: func(text []byte) string {
		if w.shared && !bundle.HasHeader(path, string(text)) {
			return ""
		}
		return hashOf(text)
	}}
}

// files returns the files of a folder that are compared. known are those that it had when it was last listed. If it has
// not changed since, they are still the same and the folder is not listed again.
func (w watched) files(known []string, changed, start bool) (list []watched) {
	names := known
	if changed {
		entries, err := bundle.Dir(w.path).ReadDir(".")
		if err != nil || len(entries) > maxAtStart {
			entries = nil // there is no such folder, or it is refused for its size
		}
		for _, e := range entries {
			if path := filepath.Join(w.path, e.Name()); bundle.Belongs(filepath.ToSlash(path)) && !slices.Contains(names, path) {
				names = append(names, path)
			}
		}
	}
	if len(names) > maxAtCall && !changed && !start {
		return nil
	}
	for _, path := range names[:min(len(names), maxAtStart)] {
		list = append(list, w.file(path))
	}
	return list
}

// hashOf returns a short hash of a text.
func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// state returns the digest of a file that exists, "" if nothing in it counts. Of a large file, such as the program, it
// is its size, time and mode.
func (w watched) state(size int64) string {
	info, err := os.Stat(w.path)
	switch {
	case err != nil:
		return "unreadable"
	case info.IsDir() && w.digest != nil:
		return w.digest(nil)
	case !info.Mode().IsRegular() || size > bundle.MaxFileSize:
		return fmt.Sprintf("%d %d %v", size, info.ModTime().UnixNano(), info.Mode())
	}
	text, err := os.ReadFile(w.path)
	if err != nil {
		return "unreadable"
	}
	digest := hashOf(text)
	if w.digest != nil {
		digest = w.digest(text)
	}
	if digest != "" && info.Mode()&0o111 != 0 {
		digest += " executable"
	}
	return digest
}
