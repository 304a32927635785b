-- The other files in which this turn has replaced what a pattern finds, by sed's s/old/new/ alone.

SELECT DISTINCT k.path
FROM   touches k INDEXED BY touches_in_order
WHERE  k.session = :session AND k.t >= (SELECT began FROM turn) AND k.path <> :path
  AND  k.kind = 'edit' AND k.manner IN ('replace', 'bulk') AND k.outcome = 'ok'
