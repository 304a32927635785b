package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/fleet"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"
)

// noticeLines is how many files a notice names.
const noticeLines = 5

// A noticer tells the user, and not the model, what is new at the start of a session. Each notice is given once.
type noticer struct {
	db      *store.DB
	config  *project.Config
	sources []bundle.Source
	clock   func() int64
}

// notices returns what the user is told.
func (n noticer) notices(ctx context.Context, c *facts.Call) ([]string, error) {
	list, errProject := n.ofProject(ctx, c)
	news, errFleet := n.ofFleet(ctx)
	release, errRelease := n.ofRelease(ctx, c)
	week, errWeek := n.ofWeek(ctx, c)
	return slices.Concat(list, news, release, week), errors.Join(errProject, errFleet, errRelease, errWeek)
}

// ofProject returns the notices about the project: settings of its files that relax witness and are therefore not in force,
// variables that its files set for hooks and that are ignored, and variables of the user's own settings that give the hooks
// another store or configuration. The same content is told once.
func (n noticer) ofProject(ctx context.Context, c *facts.Call) (list []string, err error) {
	withheld := eval.Withheld(n.sources, n.config)
	var lines []string
	content := sha256.New()
	for _, held := range withheld {
		lines = append(lines, held.Place()+": "+held.What)
		_, _ = io.WriteString(content, held.Place()+"\x00"+held.What+"\x00"+held.Text+"\x00")
	}
	text := ""
	if len(lines) > 0 {
		text = "This project's files would relax witness. That is not in force, because no person has accepted it: " +
			some(lines) + ". To accept it: witness trust"
	}
	lines = nil
	for _, v := range project.CheckedIn(c.Project.Dir, c.Event.Project) {
		lines = append(lines, v.File+": "+v.What())
		_, _ = io.WriteString(content, v.File+"\x00"+v.Name+"\x00")
	}
	for _, line := range project.MovedByUser() {
		lines = append(lines, line)
		_, _ = io.WriteString(content, line+"\x00")
	}
	if len(lines) > 0 {
		text = strings.TrimSpace(text + "\n" + some(lines))
	}
	if text == "" {
		return nil, nil
	}
	key := hex.EncodeToString(content.Sum(nil))
	if fresh, err := n.untold(ctx, key); err != nil || !fresh {
		return nil, err
	}
	for line := range strings.Lines(text) {
		list = append(list, hook.Sanitize(strings.TrimSpace(line)))
	}
	return list, nil
}

// some joins the first lines of a list.
func some(lines []string) string {
	more := ""
	if n := len(lines) - noticeLines; n > 0 {
		lines, more = lines[:noticeLines], fmt.Sprintf("; and %d more", n)
	}
	return strings.Join(lines, "; ") + more
}

// newsTime is how long a change of the team's policy is news.
const newsTime = 7 * 24 * time.Hour

// ofFleet returns the notices about the fleet: a change of the team's policy once, and a failure once a day. It reads what
// the last exchange has left and asks no server.
func (n noticer) ofFleet(ctx context.Context) (list []string, err error) {
	c := n.config.Fleet
	if len(c.URLs) == 0 && c.Policy == "" {
		return nil, nil
	}
	now := n.clock()
	day := fmt.Sprint(now / (24 * time.Hour).Milliseconds())
	tell := func(key, text string) {
		if text == "" || err != nil {
			return
		}
		fresh := false
		if fresh, err = n.untold(ctx, key); fresh {
			list = append(list, hook.Sanitize(text))
		}
	}
	if c.Policy != "" {
		policy := fleet.ReadPolicyState()
		if now-policy.Changed < newsTime.Milliseconds() {
			tell(fmt.Sprint("policy changed ", policy.Changed), policy.Change())
		}
		tell("policy fails "+day, policy.Trouble())
	}
	if len(c.URLs) > 0 && err == nil {
		var trouble string
		trouble, err = fleet.Trouble(ctx, n.db)
		tell("fleet fails "+day, trouble)
	}
	return list, err
}

// untold reports whether a notice has not been given before, and records that it is given now.
func (n noticer) untold(ctx context.Context, key string) (bool, error) {
	told, err := n.db.Int(ctx, "SELECT count(*) FROM notices WHERE content = :p1", key)
	if err != nil || told > 0 {
		return false, err
	}
	_, err = n.db.Exec(ctx, "INSERT OR IGNORE INTO notices (content, at) VALUES (?1, ?2)", key, n.clock())
	return err == nil, err
}

// ofWeek returns a line at the first session of a week: what the week before was like here, and where to look. A week without sessions is
// not told of.
func (n noticer) ofWeek(ctx context.Context, c *facts.Call) ([]string, error) {
	monday := Monday(time.UnixMilli(n.clock()))
	year, week := monday.ISOWeek()
	fresh, err := n.untold(ctx, fmt.Sprintf("week %d-%02d", year, week))
	if err != nil || !fresh {
		return nil, err
	}
	last := monday.AddDate(0, 0, -7).UnixMilli()
	sessions, err := n.db.Int(ctx, "SELECT count(*) FROM sessions WHERE root = (SELECT root FROM sessions WHERE session = :p1) AND started >= :p2 AND started < :p3", c.Session, last, monday.UnixMilli())
	if err != nil || sessions == 0 {
		return nil, err
	}
	some := map[bool]string{true: "1 session", false: fmt.Sprint(sessions, " sessions")}[sessions == 1]
	return []string{"Last week: " + some + " in this project. What they took and left: `witness report --since 7d --open`."}, nil
}

// Monday returns the beginning of the week of a time, in its time zone.
func Monday(at time.Time) time.Time {
	year, month, day := at.Date()
	return time.Date(year, month, day-(int(at.Weekday())+6)%7, 0, 0, 0, 0, at.Location())
}

// newsNames is how many new rules are named.
const newsNames = 5

// ofRelease returns what the user is told at the first start after an update: how many rules speak that did not, what they would have said,
// and how to keep them from it. A machine on which witness is new is told nothing.
func (n noticer) ofRelease(ctx context.Context, c *facts.Call) ([]string, error) {
	last, known := project.LastRelease()
	if last == project.Newest() {
		return nil, nil
	}
	earlier, err := n.db.Int(ctx, "SELECT EXISTS (SELECT 1 FROM sessions WHERE session < ?1) OR EXISTS (SELECT 1 FROM sessions WHERE session > ?1)", c.Session)
	if err != nil || !known && earlier == 0 {
		if err == nil {
			err = project.NoteRelease()
		}
		return nil, err
	}
	var names []string
	rules, _ := eval.LoadRules(n.sources, n.config)
	for _, r := range rules {
		if r.Err == nil && r.Severity != hook.Off && r.Stage.Since > last {
			names = append(names, r.Name)
		}
	}
	if err := project.NoteRelease(); err != nil || len(names) == 0 {
		return nil, err
	}
	more := ""
	if left := len(names) - newsNames; left > 0 {
		names, more = names[:newsNames], fmt.Sprintf(" and %d more", left)
	}
	return []string{
		"Since this update witness also speaks by these rules: " + strings.Join(names, ", ") + more + ". See `witness rules list`.",
		"What they would have said in your sessions: `witness replay --diff`.",
		fmt.Sprintf("To leave them out: `defaults = %q` in the configuration.", last),
	}, nil
}
