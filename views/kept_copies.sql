-- The files of which this session has made a copy under the same name, before this call and unchanged since: `path`,
-- and `copy`, which no call of this session has deleted.

SELECT o.path, k.path AS copy
FROM   touches k INDEXED BY touches_in_order
CROSS  JOIN touches o INDEXED BY touches_in_order ON o.session = k.session AND o.t = k.t AND o.kind = 'scan'
                                                 AND o.outcome = 'ok'
WHERE  k.session = :session AND k.t > :t - 500 AND k.t < :t AND k.manner = 'copy' AND k.outcome = 'ok'
  AND  replace(k.path, rtrim(k.path, replace(k.path, '/', '')), '')
       = replace(o.path, rtrim(o.path, replace(o.path, '/', '')), '')
  AND  NOT EXISTS (SELECT 1 FROM own_changes c WHERE c.path = o.path AND +c.t > k.t AND +c.t < :t)
  AND  NOT EXISTS (SELECT 1 FROM touches d INDEXED BY touches_in_order
                   WHERE  d.session = :session AND d.t > k.t AND d.kind = 'delete'
                     AND  d.path IN (k.path, substr(k.path, 1, length(d.path))))
