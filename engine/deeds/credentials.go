package deeds

import (
	"path"
	"strings"
)

// credentials are globs of the names of files that hold keys or passwords, and of the ends of their paths.
var credentials = []string{
	".env", ".env.*", "*.env", ".netrc", ".git-credentials", ".pypirc", ".pgpass", ".my.cnf", "id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", ".ssh", ".ssh/*", ".aws", ".aws/*", ".gnupg", ".gnupg/*", ".kube/config", ".docker/config.json",
	"gh/hosts.yml", ".cargo/credentials*", ".gem/credentials", ".azure/*", "gcloud/*", "credentials.json", "*service-account*.json", "*.p12", "*.pfx", "*.keystore", "*.jks", "*.kdbx", "*.pem", "*.key",
	"secret.*", "secrets.*", "/etc/shadow", "/etc/passwd", "/etc/sudoers",
}

// notSecret are parts of the paths of files that only look like it.
var notSecret = []string{"example", "sample", "template", "fixture", "test", "public", "cert", "/ca", "node_modules", "vendor/", ".pub"}

// HoldsCredentials reports whether a file, or a folder, holds credentials by its path.
func HoldsCredentials(at string) bool {
	last := path.Base(at)
	lastTwo := path.Base(path.Dir(at)) + "/" + last
	for _, part := range notSecret {
		if strings.Contains(lastTwo, part) {
			return false
		}
	}
	for _, glob := range credentials {
		for _, name := range []string{last, lastTwo, at} {
			if ok, _ := path.Match(glob, name); ok && strings.Count(glob, "/") == strings.Count(name, "/") {
				return true
			}
		}
	}
	return false
}
