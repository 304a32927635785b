-- What the files that each session has edited are called in lower case, up to the first dot: the name
-- of a test's file has it as a part, as in calc.py and test_calc.py, cart.go and cart_test.go,
-- Cart.java and CartTest.java.

SELECT o.session, o.root, lower(substr(o.base, 1, instr(o.base || '.', '.') - 1)) AS name
FROM  (SELECT session, root, replace(file, rtrim(file, replace(file, '/', '')), '') AS base FROM rounds) o
WHERE  o.base NOT GLOB '.*'
