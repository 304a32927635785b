-- The languages whose programs only tests in the same language try, by the ends of their files' names. What is compiled can be a
-- library that any language tests, so that such languages are not here.

SELECT l.key AS language, e.value AS ext
FROM   json_each('{"javascript": [".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro"],
                   "python": [".py"], "ruby": [".rb"], "php": [".php"], "elixir": [".ex", ".exs"],
                   "dart": [".dart"]}') l,
       json_each(l.value) e
