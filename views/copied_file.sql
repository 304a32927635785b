-- The file of which the new file of this call is a copy by its name: cart_v2.js and cart.js.bak beside cart.js. The
-- session has read or changed that one before.

WITH suffix (word) AS (
  SELECT value
  FROM   json_each('["fixed", "fix", "new", "old", "v2", "v3", "v4", "2", "3", "final", "final2", "copy", "backup",
                     "bak", "orig", "simple", "simplified", "correct", "corrected", "improved", "updated", "better",
                     "clean", "working", "temp", "tmp", "alt", "refactored", "rewrite"]')
),
named (path, stem) AS (
  SELECT :folder || '/' || substr(:stem, 1, length(:stem) - length(word) - 1) || :ext,
         substr(:stem, 1, length(:stem) - length(word) - 1)
  FROM   suffix WHERE lower(:stem) GLOB '?*[-_.]' || word
  UNION  ALL
  SELECT :folder || '/' || :stem, rtrim(rtrim(:stem, replace(:stem, '.', '')), '.')
  FROM   suffix WHERE lower(:ext) = '.' || word
)
SELECT named.path, named.stem, o.file
FROM   named
JOIN   touches o ON o.session = :session AND o.path = named.path AND +o.t <= :t AND o.outcome = 'ok'
GROUP  BY named.path
