-- Each time that a test was known to fail, as in red_spans, and whether the session has turned it red: then `apart` is
-- '', because the test passed, the session edited `broken_by`, and the test failed. Otherwise `apart` says why it stands
-- apart: the excuse; never passed, if this session has not seen it pass; or no edit, if none came between that still stands.
--
-- Whatever shows people or agents what is red or was reads this view.

SELECT s.*, CASE WHEN s.excuse <> ''      THEN s.excuse
                 WHEN s.passed IS NULL    THEN 'never passed'
                 WHEN s.broken_by IS NULL THEN 'no edit' ELSE '' END AS apart
FROM  (SELECT red_spans.*, (SELECT substr(max(printf('%012d', e.t) || e.file), 13)
                    FROM   breaking_edits e
                    WHERE  e.session = red_spans.session AND e.root = red_spans.root AND e.t > passed AND e.t <= since
                      AND  (cleared IS NOT NULL OR NOT e.put_back)) AS broken_by
       FROM   red_spans) s
