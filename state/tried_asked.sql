-- Ends the pile of untested edits if a command sends a request to a server on this machine.

UPDATE tally SET edits = 0
WHERE  session = :session AND root = :root AND edits > 0
  AND  :program IN ('curl', 'wget', 'http', 'https', 'xh', 'grpcurl', 'websocat')
  AND  (instr(:text, 'localhost') OR instr(:text, '127.0.0.1') OR instr(:text, '0.0.0.0') OR instr(:text, '[::1]')
        OR :program IN ('http', 'https', 'xh') AND :text GLOB '* :[0-9/]*');
