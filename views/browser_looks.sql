-- The looks of this session, within its last 500 calls, at a page in a browser that a tool drives: the page was opened,
-- clicked, read or photographed. A page of the web is none, if the tool says which host it asks; what only sets the
-- browser up or ends it shows nothing.

SELECT v.t
FROM   events v
WHERE  v.session = :session AND v.t > :t - 500 AND v.t < :t AND v.moment = 'after' AND v.outcome IN ('ok', 'unknown')
  AND  v.tool IN ('fetch', 'task', 'other') AND v.host IN ('', 'localhost', '127.0.0.1', '0.0.0.0')
  AND (v.name LIKE '%browser%' OR v.name LIKE '%playwright%' OR v.name LIKE '%puppeteer%' OR v.name LIKE '%chrome%'
       OR v.name LIKE '%screenshot%')
  AND  v.name NOT LIKE '%close' AND v.name NOT LIKE '%install' AND v.name NOT LIKE '%resize' AND v.name NOT LIKE '%tabs'
