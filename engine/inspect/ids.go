package inspect

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/store"
)

// SessionID returns the session whose id begins with a text. It is an error if there is none, or several.
func SessionID(ctx context.Context, e *engine.Engine, begin string) (string, error) {
	ids, err := sessionIDs(ctx, e)
	if err != nil {
		return "", err
	}
	return complete("session", begin, ids, "`witness sessions` lists them")
}

// fullID returns the id of the verdict that begins with a text. It is an error if there is none, or several.
func fullID(ctx context.Context, e *engine.Engine, begin string) (string, error) {
	ids, err := idsOf(ctx, e, "SELECT DISTINCT id FROM verdicts ORDER BY id")
	if err != nil {
		return "", err
	}
	return complete("verdict", strings.ToLower(begin), ids, "`witness query verdicts` lists them")
}

// complete returns the only one of the sorted ids that is begin, or else that begins with it.
func complete(what, begin string, ids []string, list string) (string, error) {
	if slices.Contains(ids, begin) {
		return begin, nil
	}
	var found, alike []string
	for _, id := range ids {
		if strings.HasPrefix(id, begin) {
			found = append(found, id)
		}
		alike = append(alike, id[:min(len(id), len(begin))])
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 3:
		return "", fmt.Errorf("several %ss begin with %q: %s, …", what, begin, strings.Join(found[:3], ", "))
	case len(found) > 1:
		return "", fmt.Errorf("several %ss begin with %q: %s", what, begin, strings.Join(found, ", "))
	case len(ids) == 0:
		return "", fmt.Errorf("no %s %q: nothing has been recorded in this project yet", what, begin)
	}
	return "", fmt.Errorf("no %s %q in the store of this project%s; %s", what, begin, bundle.DidYouMean(begin, alike), list)
}

// shortest is how many characters of an id are shown if these are enough to distinguish it.
const shortest = 8

// Shortener returns a function that shortens the ids of sessions. All are shortened to the same length, at which none
// begins like another one of the store.
func Shortener(ctx context.Context, e *engine.Engine) (func(id string) string, error) {
	ids, err := sessionIDs(ctx, e)
	if err != nil {
		return nil, err
	}
	return ShortIDs(ids), nil
}

// ShortIDs returns what shortens each of the sorted ids to the characters that distinguish it. Another id stays as it is.
func ShortIDs(ids []string) func(id string) string {
	length := shortest
	for i := 1; i < len(ids); i++ {
		a, b, same := ids[i-1], ids[i], 0
		for same < min(len(a), len(b)) && a[same] == b[same] {
			same++
		}
		length = max(length, same+1)
	}
	return func(id string) string {
		if !slices.Contains(ids, id) {
			return id
		}
		return strings.ToValidUTF8(id[:min(len(id), length)], "")
	}
}

// sessionIDs returns the ids of all sessions, sorted.
func sessionIDs(ctx context.Context, e *engine.Engine) ([]string, error) {
	return idsOf(ctx, e, "SELECT session FROM sessions ORDER BY session")
}

func idsOf(ctx context.Context, e *engine.Engine, sql string) (ids []string, err error) {
	err = e.DB.Each(ctx, sql, nil, func(_ []string, row []store.Value) error {
		ids = append(ids, store.Text(row[0]))
		return nil
	})
	return ids, err
}
