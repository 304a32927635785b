-- The languages whose programs no test in another one tries, by how the names of their files end. What is compiled into a library can
-- be tested from any language, so those are not here.

SELECT l.key AS language, e.value AS ext
FROM   json_each('{"javascript": [".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro"],
                   "python": [".py"], "ruby": [".rb"], "php": [".php"], "elixir": [".ex", ".exs"],
                   "dart": [".dart"]}') l,
       json_each(l.value) e
