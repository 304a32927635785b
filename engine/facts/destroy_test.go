package facts

import "testing"

// TestPlaceOf checks the labels of places.
func TestPlaceOf(t *testing.T) {
	for path, want := range map[string]string{
		"":                           "unknown",
		"/":                          "root",
		"/etc":                       "system",
		"/etc/hosts":                 "other",
		"/Users":                     "homes",
		"/home/me":                   "home",
		"/home/me/.ssh":              "keys",
		"/home/me/.cache/pip":        "cache",
		"/home/me/notes":             "other",
		"/work/shop":                 "project",
		"/work/shop/src":             "project",
		"/work/shop/.git":            "history",
		"/work/shop/.git/refs":       "history",
		"/work/shop/.git/hooks":      "repository",
		"/work/shop/.git/index.lock": "project",
		"/work/other/.git":           "repository",
		"/tmp/other/.git":            "temporary",
		"/work/shopping":             "other",
		"/tmp":                       "other",
		"/tmp/x":                     "temporary",
		"/tmp/trial/x":               "temporary",
		"/work/trial/x":              "project",
		"/dev/null":                  "device",
		"/srv/x/node_modules":        "cache",
		"C:/":                        "system",
		"C:/Users/me":                "home",
		"/E:":                        "system",
		"/C:/Users/me":               "home",
		"/mnt/e":                     "system",
		"/mnt/c/Users":               "homes",
		"/mnt/c/work":                "other",
	} {
		if got := placeOf(path, "/work/shop", []string{"/tmp/trial", "/work/trial"}); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
