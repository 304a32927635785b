-- What people said of each verdict that was reported, or would have been without observe mode.
-- `vote` is `wrong` if a person marked the verdict, `weak` if one allowed the refused call once, or
-- snoozed the rule within ten minutes and before the rule said anything else, and otherwise ''.
-- Rules cannot read it.

SELECT v.session, v.t, v.rule, v.subject, v.moment, v.id, v.at, v.severity, v.message, v.evidence, o.because, o.version,
       coalesce(o.vote,
         iif(EXISTS (SELECT 1 FROM allowances a
                     WHERE  a.session = v.session AND a.rule = v.rule AND a.subject = v.subject
                       AND  a.moment = v.moment AND a.at = v.at)
          OR EXISTS (SELECT 1 FROM snoozes s
                     WHERE  s.rule = v.rule AND s.at BETWEEN v.at AND v.at + 600000 AND s.until > s.at
                       AND  NOT EXISTS (SELECT 1 FROM verdicts w
                                        WHERE  w.rule = v.rule AND w.unsaid IN ('', 'observe') AND w.at <= s.at
                                          AND  (w.at, w.t) > (v.at, v.t))),
             'weak', '')) AS vote
FROM   verdicts v
LEFT   JOIN votes o ON o.session = v.session AND o.t = v.t AND o.rule = v.rule AND o.subject = v.subject
                   AND o.moment = v.moment
                   AND o.at = (SELECT max(l.at) FROM votes l
                               WHERE  l.session = v.session AND l.t = v.t AND l.rule = v.rule
                                 AND  l.subject = v.subject AND l.moment = v.moment)
WHERE  v.unsaid IN ('', 'observe')
