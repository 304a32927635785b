package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"witness/engine/project"
	"witness/engine/remote"
)

// policyPin separates the URL of a policy from the hash that its content must have.
const policyPin = "#sha256="

// updatePolicy brings the team's policy, now and then: a configuration that is in force below the user's own. What is wrong with it
// ends no exchange and is kept for `witness fleet status`; the policy that was brought before stays in force. The next start
// of a session tells the user of a change, as of every change of a configuration.
func (s *Syncer) updatePolicy(ctx context.Context) error {
	now := s.Clock()
	if s.Config.Policy == "" && s.state[keyPolicy] != "" {
		if err := os.Remove(project.PolicyFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return s.set(ctx, map[string]string{keyPolicy: ""})
	}
	if s.Config.Policy == "" || s.state[keyPolicy] == s.Config.Policy && now-integer(s.state[keyPolicyAt]) < tidyTime.Milliseconds() {
		return nil
	}
	if err := s.bringPolicy(ctx); err != nil {
		if err := s.note(ctx, fmt.Errorf("fleet.policy: %w", err)); err != nil {
			return err
		}
	}
	return s.set(ctx, map[string]string{keyPolicy: s.Config.Policy, keyPolicyAt: strconv.FormatInt(now, 10)})
}

// bringPolicy reads the policy and keeps it if it is what it should be.
func (s *Syncer) bringPolicy(ctx context.Context) error {
	place := project.PolicyFile()
	if place == "" {
		return errors.New("there is no home directory to keep it in")
	}
	url, pin, pinned := strings.Cut(s.Config.Policy, policyPin)
	text, err := s.readPolicy(ctx, url)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	if hash := hex.EncodeToString(sum[:]); pinned && !strings.EqualFold(hash, pin) {
		return fmt.Errorf("the content of %s has the hash %s, not %s: look at what changed, and set the new hash", url, hash, pin)
	}
	if err := project.CheckConfig(url, text); err != nil {
		return err
	}
	if have, err := os.ReadFile(place); err == nil && bytes.Equal(have, text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(place), 0o700); err != nil {
		return err
	}
	temp := place + ".new" // a hook must not read half of it
	return errors.Join(os.WriteFile(temp, text, 0o600), os.Rename(temp, place))
}

// readPolicy reads the file or the page.
func (s *Syncer) readPolicy(ctx context.Context, url string) ([]byte, error) {
	if path, ok := strings.CutPrefix(url, "file://"); ok {
		return os.ReadFile(path)
	}
	// The password is for the server of the fleet and not sent here.
	answer, err := s.client.transport.Send(ctx, remote.Request{URL: url, CAFile: s.Config.CAFile, TimeoutMS: requestTime.Milliseconds()})
	if err == nil && answer.Status != statusOK {
		err = fmt.Errorf("%s answers %d", url, answer.Status)
	}
	return []byte(answer.Body), err
}
