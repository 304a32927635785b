-- The programs, as globs, that start a service and leave it running, that send what was built to where it will run, that hand out
-- files as they are, or that compile a page only when it is asked for: that it started is all that they show.

SELECT value AS name
FROM   json_each('["pm2 start", "pm2 restart", "pm2 reload", "supervisorctl *", "docker restart", "docker compose up",
                   "docker compose start", "docker compose restart", "podman restart", "podman compose up",
                   "docker service", "docker stack", "nginx", "apachectl", "apache2ctl", "* deploy", "vercel",
                   "railway up", "http.server", "serve", "http-server", "live-server",
                   "vite", "next dev", "ng serve", "expo start", "webpack-dev-server"]')
