-- What a commit or the end of a turn hands on untested: of each project the edits of its pile, and
-- how many of them it takes. The end of a turn hands on what was edited since the user's last
-- prompt.

SELECT y.root, handovers.way, y.edits, y.pile, y.last_code,
       coalesce((SELECT n.edits FROM named_edits n WHERE n.root = y.root), y.edits) AS taken,
       (SELECT e.file FROM pile_edits e WHERE e.root = y.root ORDER BY e.class = 'code' DESC, e.t DESC LIMIT 1) AS file,
       iif(y.root = (SELECT root FROM events WHERE session = :session AND t = :t AND moment = :moment),
           '', ' in ' || y.root) AS place,
       'pile ' || y.pile || iif(y.root = (SELECT root FROM sessions WHERE session = :session),
                                '', ' in ' || y.root) AS subject
FROM   handovers
CROSS  JOIN tally y ON y.session = :session AND y.root = handovers.root AND y.edits > 0
WHERE  handovers.way = 'commit'
   OR  handovers.way = 'done' AND y.last_code > (SELECT prompted FROM sessions WHERE session = :session)
