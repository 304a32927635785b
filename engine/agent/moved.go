package agent

// moving are the variables that decide where witness keeps its store and finds its configuration.
var moving = []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "WITNESS_DB", "WITNESS_SYSTEM_CONFIG"}

// movedByVariables returns a Problem for each variable that a file of the user's gives to the hooks, so that they use another
// store or configuration than the program that looks for problems. What a file of a project sets, hooks ignore.
func (a Agent) movedByVariables(w Machine) (problems []Problem) {
	a.eachMoving(w, func(name, value, path string) {
		if is := w.Getenv(name); value != is && (is == "" || a.is("overrides")) {
			problems = append(problems, Problem{
				"this file sets " + name + " for the hooks: they use another store or configuration than what is checked here", path,
				"remove " + name + " from " + path,
			})
		}
	})
	return problems
}

// A Moved is a variable that a file of the user's gives to the hooks of a client, and that is in force in this process.
type Moved struct{ Name, Path string }

// MovedHere returns the variables that decide where the store and the configuration are and that this process, a hook, has
// from a file of the user's.
func MovedHere(w Machine) (list []Moved) {
	for _, a := range All {
		a.eachMoving(w, func(name, value, path string) {
			if value == w.Getenv(name) && value != w.Home {
				list = append(list, Moved{name, path})
			}
		})
	}
	return list
}

// eachMoving yields the variables among moving that the user's files set for the hooks of a client, with the file's path.
func (a Agent) eachMoving(w Machine, yield func(name, value, path string)) {
	for _, s := range a.setIn() {
		if s.Scope != "user" {
			continue
		}
		path := w.Path(s)
		set := variablesOf(path)
		for _, name := range moving {
			if value := string(set[name]); value != "" {
				yield(name, value, path)
			}
		}
	}
}

// variablesOf returns the variables that a file sets for a client: in the member env of JSON, or in lines.
func variablesOf(path string) map[string]lenientString {
	var settings struct {
		Env map[string]lenientString `json:"env"`
	}
	if readJSON(path, &settings); settings.Env == nil {
		settings.Env = envLines(path)
	}
	return settings.Env
}
