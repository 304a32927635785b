package eval

import (
	"context"

	"witness/engine/hook"
	"witness/engine/store"
)

// isAnswered asks whether the user's last prompt answers a question that was refused in the turn before, because the client could not
// put it: the prompt names all that the call is about, or it agrees and no other question waits.
const isAnswered = `
	WITH last_turn (prompted, began) AS (SELECT prompted, prompted_before FROM sessions WHERE session = :session),
	unput (rule, subject) AS (
	  SELECT DISTINCT v.rule, v.subject FROM last_turn l, verdicts v
	  WHERE  v.session = :session AND v.t > l.began AND v.t < l.prompted AND v.unput = 1 AND v.unsaid = ''
	),
	answer (kind, object) AS (SELECT w.kind, w.object FROM last_turn l, words w WHERE w.session = :session AND w.t = l.prompted AND w.kind <> 'negation')
	SELECT EXISTS (SELECT 1 FROM unput WHERE rule = :rule AND subject = :subject)
	  AND (   EXISTS (SELECT 1 FROM answer WHERE kind = 'agreement') AND (SELECT count(*) FROM unput) = 1
	       OR json_array_length(:called) > 0
	          AND NOT EXISTS (SELECT 1 FROM json_each(:called) o
	                          WHERE  NOT EXISTS (SELECT 1 FROM json_each(o.value) h JOIN answer ON answer.object = h.value)))`

// answered reports whether the user has answered the question of a finding, which the client cannot put.
func (v *Evaluation) answered(ctx context.Context, f hook.Finding) (answered bool, err error) {
	a := store.Args{"session": v.call.Session, "rule": f.Rule, "subject": f.Subject, "called": f.Called}
	err = v.DB.Each(ctx, isAnswered, a, func(_ []string, row []store.Value) error {
		answered = row[0] == int64(1)
		return nil
	})
	return answered, err
}
