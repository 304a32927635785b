package deeds

import (
	"net"
	"path"
	"slices"
	"strings"

	"witness/engine/shell"
)

// databaseElsewhere returns the name of the machine or of the environment on which the n-th command of a line works by what the line says,
// "" if it says none or names this machine: DATABASE_URL=postgres://db.example.org/app, DB_HOST=db.example.org, --env=prod, dotenv -e
// .env.production. What is exported or read before it on the line holds as well.
func databaseElsewhere(line shell.Line, n int) string {
	cmd, text := line.Commands[n], ""
	for _, earlier := range line.Commands[:n] {
		if isOneOf(earlier.Name, "export", "source", ".", "set") {
			text += earlier.Text + " "
		}
	}
	o := OptionsOf(cmd)
	for _, name := range []string{o.Value("env", "environment"), o.Value("host")} {
		if isElsewhere(name) {
			return name
		}
	}
	for word := range strings.FieldsSeq(text + cmd.Text) {
		name, value, set := strings.Cut(strings.Trim(word, `"'`), "=")
		if !set {
			value = name
		}
		value = strings.TrimPrefix(strings.Trim(value, `"'`), "jdbc:")
		if base, ok := strings.CutPrefix(path.Base(value), ".env."); ok && slices.ContainsFunc(parts(base), isOthers) {
			return path.Base(value)
		}
		if address := host(value); strings.Contains(value, "://") && !strings.HasPrefix(value, "sqlite") && !strings.HasPrefix(value, "file") && isElsewhere(address) {
			return address
		}
		if set && !strings.HasPrefix(word, "-") && (strings.HasSuffix(name, "HOST") || strings.HasSuffix(name, "_ENV")) && isElsewhere(value) {
			return value
		}
	}
	return ""
}

// isElsewhere reports whether a name is that of another machine, which has a dot in it, or of an environment that others use. A name without
// a dot is often that of a container of this project.
func isElsewhere(name string) bool {
	name = strings.ToLower(strings.Trim(name, "[]"))
	if ip := net.ParseIP(name); ip != nil {
		return !ip.IsLoopback() && !ip.IsUnspecified() && !ofDocker(ip)
	}
	if slices.ContainsFunc(parts(name), isOthers) {
		return true
	}
	for _, here := range []string{"localhost", "host.docker.internal", ".test", ".local"} {
		if strings.HasSuffix(name, here) {
			return false
		}
	}
	return strings.Contains(strings.Trim(name, "."), ".") && !strings.ContainsAny(name, "/$ ")
}

// ofDocker reports whether an address is one of those that Docker gives to the containers of this machine, a network at a time from 172.17 on. The
// last ones are left out: 172.31 is what a cloud gives to its machines.
func ofDocker(ip net.IP) bool {
	ip = ip.To4()
	return ip != nil && ip[0] == 172 && ip[1] >= 17 && ip[1] < 31
}

// isOthers reports whether a part of a name says that others use what it is: production, or what comes before it.
func isOthers(part string) bool {
	return isProduction(part) || isOneOf(part, "staging", "stage", "preprod", "uat")
}
