package receipt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"witness/engine/git"
	"witness/engine/hook"
	"witness/engine/project"
)

// namespace is that of signatures of receipts: one made for something else does not fit.
const namespace = "witness"

// signatureStart begins an armored signature.
const signatureStart = "-----BEGIN SSH SIGNATURE-----"

// Sign returns the armored signature of a text with an SSH key, as git signs commits with gpg.format=ssh.
func Sign(ctx context.Context, key string, text []byte) ([]byte, error) {
	if rest, ok := strings.CutPrefix(key, "~/"); ok {
		key = filepath.Join(project.Home(), rest)
	}
	c := exec.CommandContext(ctx, "ssh-keygen", "-Y", "sign", "-n", namespace, "-f", key)
	c.Stdin = bytes.NewReader(text)
	out, err := c.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		err = errors.New(hook.Sanitize(strings.TrimSpace(string(failed.Stderr))))
	}
	if err != nil {
		return nil, fmt.Errorf("ssh-keygen signs nothing with receipt.key, %s: %w", key, err)
	}
	return out, nil
}

// signer says by whom a text was signed, by the file gpg.ssh.allowedSignersFile of git, which lists whose keys count.
func signer(ctx context.Context, root string, text, signature []byte) string {
	out, err := git.Run(ctx, root, "config", "--path", "gpg.ssh.allowedSignersFile")
	allowed := strings.TrimSpace(string(out))
	if err != nil || allowed == "" {
		return "signed; git's gpg.ssh.allowedSignersFile is not set, so nobody knows by whom"
	}
	if !filepath.IsAbs(allowed) {
		allowed = filepath.Join(root, allowed)
	}
	dir, err := os.MkdirTemp("", "witness-signature-")
	if err != nil {
		return "signed, and the signature was not checked: " + err.Error()
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "signature")
	if err := os.WriteFile(file, signature, 0o600); err != nil {
		return "signed, and the signature was not checked: " + err.Error()
	}
	found, err := exec.CommandContext(ctx, "ssh-keygen", "-Y", "find-principals", "-s", file, "-f", allowed).Output()
	name, _, _ := strings.Cut(strings.TrimSpace(string(found)), "\n")
	if err != nil || name == "" {
		return "signed by nobody whom git's gpg.ssh.allowedSignersFile lists"
	}
	c := exec.CommandContext(ctx, "ssh-keygen", "-Y", "verify", "-n", namespace, "-s", file, "-f", allowed, "-I", name)
	c.Stdin = bytes.NewReader(text)
	if c.Run() != nil {
		return "its signature is wrong: it was changed since " + hook.Sanitize(name) + " signed it"
	}
	return "signed by " + hook.Sanitize(name)
}
