-- The verdicts as people see them: `about` is the file, command or test that a verdict is about. Some rules tell their findings apart by
-- a subject that means nothing to a person (`excused`, `round of 36 on …`): then it is the command or the files of the call.

SELECT v.id, v.session, v.t, v.rule, v.moment, v.at, v.severity, v.unsaid, v.message, v.subject,
       CASE WHEN v.evidence ->> '$.row.subject' IS NULL OR v.subject IN (e.command, v.evidence ->> '$.target')
              OR EXISTS (SELECT 1 FROM json_each(v.evidence, '$.row') c
                         WHERE  c.key <> 'subject' AND c.value = v.subject)
              OR EXISTS (SELECT 1 FROM touches k
                         WHERE  k.session = v.session AND k.t = v.t AND v.subject IN (k.path, k.file))
              OR EXISTS (SELECT 1 FROM commands c
                         WHERE  c.session = v.session AND c.t = v.t AND v.subject IN (c.text, c.root, c.program))
            THEN v.subject
            ELSE coalesce(nullif(e.command, ''),
                          (SELECT group_concat(k.file, ', ') FROM touches k
                           WHERE  k.session = v.session AND k.t = v.t AND k.via = 'tool'), '') END AS about
FROM   verdicts v
LEFT   JOIN events e ON e.session = v.session AND e.t = v.t AND e.moment = v.moment
