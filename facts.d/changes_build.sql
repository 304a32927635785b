-- Builds and services: what tests may run against was made anew or started anew, although no source file has changed.
-- Compilers that only check have readers of their own.

--- into     = "changes"
--- purpose  = "build"
--- commands = [
---   "docker build", "docker compose build", "docker compose up", "docker compose down", "docker compose restart", "docker compose start", "docker compose stop", "docker start", "docker stop", "docker restart", "docker buildx",
---   "podman build", "kubectl apply", "kubectl rollout", "helm upgrade", "helm install", "systemctl start", "systemctl restart", "brew services", "supabase", "pg_ctl", "redis-server", "service",
---   "go generate", "cmake", "vite build", "next build", "nuxt build", "astro build", "webpack", "rollup", "tsup", "esbuild", "tsc -b", "tsc --build", "protoc", "buf generate", "sqlc generate", "prisma generate", "prisma migrate", "prisma db", "drizzle-kit", "alembic upgrade", "alembic downgrade", "manage.py migrate", "rails db", "rake db:migrate", "mix ecto.migrate", "flask db", "playwright install",
--- ]
--- tasks    = ["build", "compile", "generate", "gen", "codegen", "bundle", "dist", "package", "migrate", "db:migrate", "db:reset", "db:push", "db:seed", "seed", "proto", "build:all", "build:dev", "build:prod", "install", "setup", "bootstrap", "up", "down"]
--- unless   = ["--help", "--version", "--dry-run", "-n"]

SELECT 'build' AS kind
