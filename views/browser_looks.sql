-- The looks of this session, within its last 500 calls, at the running program in a browser that a tool drives: it was
-- opened, clicked, read or photographed. Left out are looks at pages of the web, which is what the browser shows from the
-- call that opened one until another address is opened, and calls that only set the browser up or end it.

SELECT looked.t
FROM  (SELECT v.t, v.name,
              (SELECT o.host FROM events o
               WHERE  o.session = :session AND o.t > :t - 500 AND o.t <= v.t AND o.moment = 'after' AND o.host <> ''
                 AND  o.tool = 'other'
               ORDER  BY o.t DESC LIMIT 1) AS host
       FROM   events v
       WHERE  v.session = :session AND v.t > :t - 500 AND v.t < :t AND v.moment = 'after'
         AND  v.outcome IN ('ok', 'unknown') AND v.tool IN ('fetch', 'task', 'other')
         AND (v.name LIKE '%browser%' OR v.name LIKE '%playwright%' OR v.name LIKE '%puppeteer%'
              OR v.name LIKE '%chrome%' OR v.name LIKE '%screenshot%')) looked
WHERE  (looked.host IS NULL OR looked.host IN ('localhost', '127.0.0.1', '0.0.0.0', '[::1]'))
  AND  looked.name NOT LIKE '%close' AND looked.name NOT LIKE '%install' AND looked.name NOT LIKE '%resize'
  AND  looked.name NOT LIKE '%tabs'
