package redact

// Parts of patterns.
const (
	// an argument of a command line, with its quotes
	argument = `("(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^\s"'&;|<>()]+)`
	// any further words of the same command, up to a blank
	words = `[^|;&\n]*?\s`
	// an option's argument may follow a blank or an equals sign, or nothing
	value = `[ =]?` + argument
	// NAME=secret, one or more
	pairs = `((?:\s+(?:"[^"\n]*"|'[^'\n]*'|[^\s"'&;|<>()])+)+)`
	// what the name of an option, a header or a setting ends in if it holds a secret
	secretName = `(?:password|passwd|passphrase|passcode|pass|pwd|pw|token|api_?-?key|secret|credentials?|cookie|jwt|psk|` +
		`(?:secret|access|private|account|auth|encryption|signing|master|license|decryption|shared|functions|subscription)[_-]?key|(?:src|dest)?(?:store|key)?pass|connection-string|secret-string)`
)

// forms are the known forms. Those that assign.go and url.go find have no literal: an assignment to the name of a
// secret, and a URL with a password.
var forms = [...]form{
	// Clouds and hosts
	{literals: []string{"AKIA", "ASIA", "ABIA", "ACCA"}, least: 16},                                            // AWS
	{literals: []string{"AKIA", "ASIA", "ABIA", "ACCA"}, pattern: `\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\b`}, // without a digit, too
	{literals: []string{"ABSK", "LTAI"}, least: 20},                                                            // AWS Bedrock, Alibaba
	{literals: []string{"AIza"}, least: 30},                                                                    // Google
	{literals: []string{"ya29.", "GOCSPX-", "1//0", "AQ.Ab8"}, least: 20},                                      // Google
	{literals: []string{"dop_v1_", "doo_v1_", "dor_v1_"}, least: 30, coined: true},                             // DigitalOcean
	{literals: []string{"HRKU-", "rnd_", "tskey-", "fm2_", "fo1_"}, least: 20},                                 // Heroku, Render, Tailscale, Fly
	{literals: []string{"nfp_", "nfc_", "nfo_", "nfu_"}, least: 30},                                            // Netlify
	{literals: []string{"vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_"}, least: 20},
	{literals: []string{"v1.0-", "cfat_", "cfut_", "tk-us-", "SCW"}, least: 30}, // Cloudflare, Scalingo, Scaleway
	{literals: []string{"sha256~", "SWMTKN-1-", "dt0c01.", "dt0s01."}, least: 30},
	{literals: []string{"hvs.", "hvb.", "hvr.", "pul-", "ops_", "ATCTT3", "ATATT3", "ATBB"}, least: 20}, // Vault, Pulumi, 1Password, Atlassian
	{literals: []string{".atlasv1."}, least: 40},                                                        // Terraform
	{literals: []string{"dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."}, least: 20},    // Doppler
	{literals: []string{"AGE-SECRET-KEY-", "LS0tLS1CRUdJTi"}, least: 20},                                // age, a PEM block in base64
	// Code and packages
	{literals: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, least: 20, coined: true},
	{literals: []string{"glpat-", "gldt-", "glrt-", "glft-", "glcbt-", "glptt-", "glimt-", "glagent-", "gloas-", "glsoat-", "glffct-"}, least: 16, coined: true},
	{literals: []string{"npm_", "pypi-", "oy2", "CLOJARS_"}, least: 30},
	{literals: []string{"rubygems_", "dckr_pat_", "dckr_oat_"}, least: 20, coined: true},
	{literals: []string{"ddp_", "ddw_", "jsrp_", "cio"}, least: 20},
	{literals: []string{"AKCp", "cmVmd"}, least: 50}, // Artifactory
	{literals: []string{"CCIPAT_", "CCIPRJ_", "bkua_", "sntrys_", "sntryu_", "lsv2_pt_", "lsv2_sk_"}, least: 20, coined: true},
	{literals: []string{"sgp_", "sgd_", "sqp_", "squ_", "sqa_"}, least: 20},
	{literals: []string{"PMAK-", "rdme_", "ico-", "figd_", "CFPAT-", "e2b_", "tr_dev_", "tr_prod_", "signkey-"}, least: 20},
	// Models
	{literals: []string{"sk-", "sess-", "hf_", "api_org_", "gsk_", "xai-", "nvapi-", "pplx-", "csk-", "tvly-", "fc-", "fw_", "tgp_v1_", "jina_", "pcsk_", "ak-", "pa-"}, least: 20},
	{literals: []string{"r8_"}, least: 30},
	// Databases and observability
	{literals: []string{"dapi", "AVNS_", "xau_", "napi_", "sbp_", "sb_secret_"}, least: 18},
	{literals: []string{"pscale_tkn_", "pscale_pw_", "pscale_oauth_"}, least: 18, coined: true},
	{literals: []string{"glsa_", "glc_", "NRAK-", "NRJS-", "NRII-", "NRIQ-", "NRRA-", "NRSP-", "phx_", "phs_"}, least: 20},
	// Payment, mail, chat and offices
	{literals: []string{"sk_live_", "rk_live_", "rzp_live_"}, least: 10, coined: true},
	{literals: []string{"sk_test_", "rk_test_", "pk_live_", "pk_test_", "rzp_test_"}, least: 10},
	{literals: []string{"whsec_", "sk_", "FLWSECK", "duffel_live_", "duffel_test_", "EZAK", "EZTK", "shippo_live_", "shippo_test_"}, least: 20},
	{literals: []string{"sq0atp-", "sq0csp-"}, least: 20, coined: true},
	{literals: []string{"EAAA", "access-sandbox-", "access-production-"}, least: 20},
	{literals: []string{"shpat_", "shpca_", "shppa_", "shpss_"}, least: 20, coined: true},
	{literals: []string{"SG.", "xkeysib-", "xsmtpsib-", "key-", "secret_"}, least: 30}, // SendGrid, Brevo, Mailgun, Notion
	{literals: []string{"re_"}, least: 24},                                             // Resend
	{literals: []string{"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xoxe.", "xoxc-", "xoxd-", "xwfp-"}, least: 10, coined: true},
	{literals: []string{"xapp-"}, least: 10},
	{literals: []string{"EAA"}, least: 60}, // Facebook
	{literals: []string{"lin_api_", "lin_oauth_", "ntn_", "tfp_", "ATTA", "ory_at_", "ory_pat_", "unkey_", "zpka_", "sl."}, least: 20},
	{literals: []string{"pat-na1-", "pat-eu1-"}, least: 30},
	{literals: []string{"eyJ", "sk.eyJ", "pk.eyJ"}, least: 40}, // a JSON Web Token: the base64 of {"
	{literals: []string{"Q~"}, pattern: `\b([\w~.-]{3}\dQ~[\w~.-]{31,34})`},
	{literals: []string{":AA"}, pattern: `(?:\b|bot)(\d{8,10}:AA[\w-]{33})\b`},    // Telegram
	{literals: []string{"-us1", "-us2"}, pattern: `\b([0-9a-f]{32}-us\d{1,2})\b`}, // Mailchimp
	{literals: []string{"SK"}, least: 32},                                         // Twilio
	{literals: []string{"pat"}, least: 79},                                        // Airtable
	{literals: []string{"AAAAAAAAAAAA"}, pattern: `\b(A{20,}[\w%]{40,})`},
	// URLs whose path is the secret
	{literals: []string{"hooks.slack.com/"}, pattern: `hooks\.slack\.com/(?:services|workflows|triggers)/([\w/-]{10,})`},
	{literals: []string{"/api/webhooks/"}, pattern: `discord(?:app)?\.com/api/webhooks/\d+/([\w-]{20,})`},
	{literals: []string{"webhook.office.com", "outlook.office.com"}, pattern: `office\.com/webhook\w*/([\w@/-]{20,})`},
	{literals: []string{"hooks.zapier.com"}, pattern: `hooks\.zapier\.com/hooks/catch/([\w/]{10,})`},
	{literals: []string{"/hook.", "maker.ifttt.com"}, pattern: `(?:hook\.\w+\.make\.com/|maker\.ifttt\.com/\S+/key/)([\w-]{10,})`},

	// Headers and cookies
	{literals: []string{"authorization"}, pattern: `(?i)authorization["'\]]*\s*[:=,]\s*\\?["']?(?:(?:bearer|basic|token|digest|negotiate|apikey|key|bot|splunk|sso-key|genie\w+|klaviyo\w*|aws4?-?[\w-]*)\s+)(?:token=\\?["']?)?([^\s"'\\]+)`},
	{literals: []string{"authorization"}, pattern: `(?i)authorization["'\]]*\s*[:=,]\s*\\?["']?(?:[a-z]+\s+)?([^\s"'\\,]+)`, random: true},
	{literals: []string{"authorization"}, pattern: `(?i)(?:-H|--header)[ =]?["'](?:proxy-)?authorization\s*:\s*(?:[a-z]+\s+)?([^\s"']+)`},
	{literals: []string{"authorization:"}, pattern: `(?i)\b(?:http|https|xh)\s.*\sauthorization:["']?(?:[a-z]+\s+)?([^\s"']+)`},
	{literals: []string{"bearer"}, pattern: `(?i)\bbearer\s+\\?["']?([\w.~+/=-]{8,})`, random: true},
	{literals: []string{"bearer"}, pattern: `\s(?:--oauth2-bearer[ =]|-A bearer -a )` + argument},
	{literals: []string{"-h \"", "-h '", "-h\"", "-h'", "--header"}, pattern: `(?i)\s(?:-H|--header)[ =]?["'][\w-]*(?:` + secretName + `|auth|-key|apikey|session|signature|authentication)\s*:\s*([^"'\n]+)`},
	{literals: []string{"cookie:", "cookie\""}, pattern: `(?i)\b(?:set-)?cookie\\?["']?\s*:\s*\\?["']?([\w.-]+=[^"'\n]+)`},
	{literals: []string{"document.cookie"}, pattern: `document\.cookie\s*=\s*` + argument},
	{literals: []string{"-key", "-token", "-auth", "-secret", "apikey"}, pattern: `(?i)\b(?:(?:x|[a-z]{2}|ocp-apim)-[\w-]*(?:key|token|auth|secret)|(?:circle|private|job|deploy)-token|apikey)\\?["']?\s*:\s*\\?["']?([^\s"'\\,}]+)`, random: true},
	{literals: []string{"curl ", "wget ", "http ", "https ", "xh "}, pattern: `\b(?:curl|wget|https?|xh)\b` + words + `(?:-[fgikLnqsSv]*[uU]|-a|--user|--proxy-user|--auth|-E|--cert)[ =]?["']?[^\s:"'/]*:([^\s"']+)`},
	{literals: []string{"curl ", "--auth"}, pattern: `\b(?:curl|https?|xh)\b` + words + `(?:-u|-a|--user|--auth)[ =]?["']?([^\s:"'/@]{16,}):?["']?(?:\s|$)`, random: true},
	{literals: []string{"curl "}, pattern: `\bcurl\b` + words + `(?:-b|--cookie)[ =]?("[^"\n]*=[^"\n]*"|'[^'\n]*=[^'\n]*'|[^\s"'&;|<>()]+=[^\s"'&;|<>()]+)`},

	// Options of any program
	{
		literals: []string{
			"-password ", "-passwd ", "-passphrase ", "-passcode ", "-pass ", "-pwd ", "-pw ", "-token ", "-apikey ", "-api-key ", "_key ", "-secret ", "-credential", "-jwt ", "-psk ",
			"-cookie ", "-connection-string ", "-string ", "-storepass ", "-keypass ", "-srcstorepass ", "-deststorepass ", "-access-key ", "-account-key ", "-auth-key ", "-authkey ", "-authtoken ",
			"_password ", "_token ", "_secret ", "-secret-key ", "-license-key ", "-master-key ", "-encryption-key ", "/password:", "/pass:",
		},
		pattern: `(?i)\s(?:--?(?:[\w.-]*[_.-])?|/)` + secretName + `(?:\s+|:)` + argument,
	},
	{literals: []string{"-key "}, pattern: `(?i)\s--?(?:[\w-]+-)?key\s+(\w{20,})\b`, random: true},
	{literals: []string{"pass:"}, pattern: `\bpass:([^\s"']+)`},
	{literals: []string{"--arg"}, pattern: `(?i)--arg(?:json)?\s+\w*(?:` + secretName + `|key|auth)\s+` + argument},
	{
		literals: []string{"?key=", "&key=", "keyid=", "sig=", "signature=", "auth=", "?jwt=", "&jwt=", "?pat=", "&pat=", "?session", "&session", "?code=", "&code=", "-credential="},
		pattern:  `(?i)[?&](?:key|\w*keyid|sig|signature|auth|jwt|pat|session(?:_?id)?|code|x-(?:amz|goog)-(?:signature|credential))=([^\s"'&;|<>()#]+)`,
	},
	{literals: []string{"--docker-password", "--extra-vars", "-e "}, pattern: `\bansible\w*_(?:become_)?(?:ssh_)?pass(?:word)?[=:]\s*([^\s"'}]+)`},

	// What is piped into a program, or given to it as a here-string
	{literals: []string{"<<<"}, pattern: `<<<\s*["']?([^\s"'&;|<>()\x1b]{8,})["']?`, random: true},
	{
		literals: []string{"<<<"},
		pattern:  `(?:-stdin|--with-token|sudo\s+-\w*S|chpasswd|passwd|secrets?|login|password|auth|token|data-file=-|variable|pass\s+insert|cryptsetup|ssh-add|keyctl)\b[^|;&\n]*<<<\s*` + argument,
	},
	{
		literals: []string{"-stdin", "sudo", "--with-token", "chpasswd", "passphrase-fd", "secret", "login", "passwd", "env add", "kv put", "pass insert", "encrypt_string", "wrangler"},
		pattern: `\b(?:echo|printf|yes)\s+(?:-\w+\s+)*(?:["'][^"'\n]*["']\s+)??` + argument +
			`\s*\|[^\n]*(?:-stdin\b|sudo\s+-\w*S|--with-token|chpasswd|\bpasswd\b|passphrase-fd|\bsecrets?\s+(?:\S+\s+)*?(?:create|set|put|add|import|versions)\b|\blogin\b|\bwrangler\s|\bvercel\s+env\s+add|\bkv\s+put\b|encrypt_string|\bpass\s+insert|\bkubeseal\b)`,
	},

	{literals: []string{"<(echo", "<(printf"}, pattern: `(?i)(?:pass|secret|token|key)[\w-]*[ =]<\(\s*(?:echo|printf)\s+(?:-\w+\s+)*` + argument},
	{literals: []string{"cryptsetup"}, pattern: `\b(?:echo|printf)\s+(?:-\w+\s+)*` + argument + `\s*\|[^\n]*\bcryptsetup\b`},

	// Code
	{literals: []string{"set_password(", "make_password(", "password_hash(", "bcrypt(", "hashpw(", "hash::make("}, pattern: `(?i)\b(?:set_password|make_password|password_hash|bcrypt|hashpw|hash::make)\(\s*b?\\?["']([^"'\\\n]+)`},
	{literals: []string{"auth=(", "auth = ("}, pattern: `\bauth\s*=\s*\(\s*["'][^"'\n]*["']\s*,\s*["']([^"'\n]+)`},

	// SQL
	{literals: []string{"password"}, pattern: `(?i)\b(?:alter|create|set|grant|login|role|user|mapping|options|connection|update)\b[^;\n]*?\bpassword\s*(?:=|\()?\s*(?:for\s+\S+\s*=\s*)?(?:password\s*\()?(?:[ne])?(?:\\?["']|''|\$\$)+([^'"\\$\n]+)`},
	{literals: []string{"identified"}, pattern: `(?i)\bidentified\s+(?:with\s+\S+\s+)?(?:by|as|using)\s+(?:password\s+|values\s+)?(?:\\?["'])*([^'"\\\s;]+)`},
	{literals: []string{"crypt("}, pattern: `(?i)\bcrypt\(\s*\\?'([^'\\\n]+)`},
	{literals: []string{"pgp_sym_"}, pattern: `(?i)\bpgp_sym_\w+\([^()\n]*,\s*\\?'([^'\\\n]+)`},
	{literals: []string{"pragma", "attach"}, pattern: `(?i)\b(?:pragma\s+(?:hex|re)*key\s*=|attach\b[^;\n]*\bkey)\s*(?:\\?["'])+([^'"\\\n]+)`},
	{literals: []string{"secret '", "key_id '"}, pattern: `(?i)\b(?:secret|key_id)\s+'([^'\n]+)'`},
	{literals: []string{"machine"}, pattern: `\bmachine\s+\S+\s+login\s+\S+\s+password\s+(?:\\n)?([^\s"'\\]+)`}, // .netrc
	{literals: []string{":*:", ":5432:"}, pattern: `[\w.*-]+:(?:\d+|\*):[^:\s]+:[^:\s]+:([^\s"']+)`},            // .pgpass

	// Programs that keep settings
	{literals: []string{" config ", " set "}, pattern: `(?i)\b(?:npm|pnpm|yarn|bun)\s+(?:config\s+)?set\s+\S*(?:auth|token|password|otp|key|_auth)\w*["']?[ =]+` + argument},
	{literals: []string{"configure set"}, pattern: `\b(?:aws|doppler|scw|aliyun)\s+configure\s+set\s+(?:--\w+\s+)*\S*(?:secret|token|key)\w*\s+` + argument},
	{literals: []string{"put-parameter"}, pattern: `\baws\s+ssm\s+put-parameter\b[^|;&\n]*--value` + value},
	{literals: []string{"config "}, pattern: `(?i)\b(?:git|hg|gcloud|pip\d?|conda|stripe|snyk|cargo|gh|glab|pulumi|firebase|drone|jf|doctl|poetry|composer|bundle|sentry-cli|wp)\s+config(?:\s+(?:set|--\S+))*\s+\S*(?:token|password|passwd|secret|api_?-?key|oauth|access_key)\S*[ =]` + argument},
	{literals: []string{"--secret"}, pattern: `\bpulumi\s+config\s+set\b` + words + `--secret\s+\S+\s+` + argument},
	{literals: []string{"rclone"}, pattern: `\brclone\s+config\s+(?:create|update)\b` + words + `\w*(?:secret|key|pass|token)\w*[ =]` + argument},
	{literals: []string{"config "}, pattern: `\b(?:poetry|composer|bundle)\s+config\s+(?:\S+\s+)*?(?:http-basic\.\S+\s+\S+|pypi-token\.\S+|[\w-]*(?:oauth|token|bearer)\.\S+)\s+` + argument},
	{literals: []string{"bundle "}, pattern: `\bbundle\s+config\s+(?:set\s+)?(?:--\w+\s+)*\S+\s+["']?[^\s:"']+:([^\s"']+)`},
	{literals: []string{"extraheader"}, pattern: `(?i)extraheader["']?[ =]["']?[\w-]+:\s*(?:[a-z]+\s+)?([^\s"']+)`},
	{literals: []string{"setenv ", "setx ", "set-env ", "set -x", "set -gx", "set -ux", "set --export"}, pattern: `(?i)(?:\bset(?:env|x)?|\bset-env)\s+(?:-\w+\s+)*(?:\w+\s+)?\w*(?:` + secretName + `|_key|_pat|_auth)\s+` + argument},
	{literals: []string{"setenvironmentvariable"}, pattern: `(?i)setenvironmentvariable\(["'][^"']*(?:` + secretName + `|_key)["']\s*,\s*["']([^"']+)`},
	{literals: []string{"define("}, pattern: `(?i)\bdefine\(\s*["']\w*(?:` + secretName + `|_key|_salt)["']\s*,\s*["']([^"'\n]+)`},
	{literals: []string{"securestring"}, pattern: `(?i)\bconvertto-securestring\s+(?:-string\s+)?` + argument},
	{literals: []string{"user-secrets"}, pattern: `\buser-secrets\s+set\s+\S+\s+` + argument},

	// Programs that keep secrets
	{
		literals: []string{"secrets", "config:set", "config set", "variables", "setenv", "env:set", "appsettings", "kv ", "nomad var", "item "},
		pattern: `\b(?:(?:fly|flyctl|supabase|doppler|infisical|railway|heroku|netlify|firebase|eb|vault|nomad|op|scalingo|gigalixir|dokku|az|render|render-cli|consul|northflank|convex|wrangler)\b[^|;&\n]*?\s` +
			`(?:secrets\s+(?:set|import)|config:set|functions:config:set|config\s+set|variables?\s+(?:set|--set)|setenv|env-set|env:set|env\s+set|appsettings\s+set|kv\s+(?:put|patch)|var\s+put|item\s+(?:create|edit)))` + pairs,
		each: true,
	},
	{literals: []string{"vault "}, pattern: `\bvault\s+(?:write|login)\b` + pairs, each: true},
	{literals: []string{"--from-literal"}, pattern: `--from-literal[ =]["']?[\w.-]+=([^\s"']+)`},
	{literals: []string{"secret "}, pattern: `\b(?:gh|glab|wrangler|fly)\s+secret\s+(?:set|put)\b` + words + `(?:-b|--body|--value|-v)` + value},
	{literals: []string{"secret:", "env:"}, pattern: `\beas\s+(?:secret|env):(?:create|update)\b` + words + `--value` + value},
	{literals: []string{"secret "}, pattern: `\b(?:keyvault|bws|aws\s+secretsmanager|scw)\b[^|;&\n]*\s(?:--value|--secret-string|--secret-binary|--data)` + value},
	{
		literals: []string{"secrets set", "env:set", "variable set", "set-env", "env set", "env add", "secret create", "credstash", "chamber write", "keyring", "kv put", "etcdctl put", "setup-token"},
		pattern:  `\b(?:(?:doppler|infisical|fly|supabase)\s+secrets\s+set|netlify\s+env:set|glab\s+variable\s+set|cf\s+set-env\s+\S+|travis\s+env\s+set|vercel\s+env\s+add|convex\s+env\s+set|bws\s+secret\s+create|credstash\s+put|chamber\s+write\s+\S+|consul\s+kv\s+put|etcdctl\s+put)\s+(?:-\S+\s+)*[\w./-]+\s+` + argument,
	},
	{literals: []string{"encrypt"}, pattern: `\b(?:ansible-vault\s+encrypt_string|travis\s+encrypt)\s+(?:-\S+[ =]\S+\s+)*` + argument},
	{literals: []string{"sops "}, pattern: `\bsops\s+(?:--)?set\s+(?:\S+\s+)??'[^'\n]*\]\s*"([^"\n]+)"`},

	// Programs that log in
	{literals: []string{"login ", "auth ", "authtoken", "setapikey", "unlock", "obscure"}, pattern: `\b(?:cargo\s+login|vault\s+login|snyk\s+auth|wandb\s+login|ngrok\s+(?:authtoken|config\s+add-authtoken)|bw\s+(?:login\s+\S+|unlock)|nuget\s+setapikey|rclone\s+obscure|npx\s+\S+\s+login)\s+(?:--\w[\w-]*\s+)*` + argument},
	{literals: []string{"activate-refresh-token", "adduser", "add_user", "change_password", "mosquitto_passwd", "conan user"}, pattern: `\b(?:activate-refresh-token\s+\S+|rabbitmqctl\s+(?:add_user|change_password)\s+\S+|mosquitto_passwd\s+-\w*b\w*\s+\S+\s+\S+)\s+` + argument},
	{literals: []string{"alias set", "config host add"}, pattern: `\bmc\s+(?:alias\s+set|config\s+host\s+add)\s+\S+\s+\S+\s+\S+\s+` + argument},
	{literals: []string{" login ", "sshpass", "mongo", "clickhouse", "twine", "beeline", "cqlsh", "conan", "unlock-keychain", "arangosh", "poetry publish", "rdesktop", "ncftp", "psexec", "altool", "vsce ", "nuget "}, pattern: `\b(?:altool|vsce|nuget|(?:expo|eas)\s+login|rdesktop|ncftp\w*|psexec\w*|poetry\s+publish|sshpass|mongo\w*|clickhouse-client|twine|beeline|cqlsh|conan|arangosh|security|(?:docker|podman|buildah|skopeo|nerdctl|oras|az|oc|npm|registry|helm|crane|regctl|cf|argocd)\b[^|;&\n]*?\slogin)\b` + words + `(?:-p)` + value},
	{literals: []string{"mysql", "mariadb"}, pattern: `\b(?:mysql\w*|mariadb[\w-]*)\b` + words + `["']?-p` + argument},
	{literals: []string{"mysqladmin"}, pattern: `\bmysqladmin\b` + words + `password\s+` + argument},
	{literals: []string{"7z", "rar "}, pattern: `\b(?:7z\w?|rar|unrar)\b` + words + `["']?-h?p` + argument},
	{literals: []string{"zip", "sqlcmd", "bcp", "mosquitto", "isql", "tsql", "ipmitool"}, pattern: `\b(?:zip|unzip|sqlcmd|bcp|mosquitto_\w+|isql|tsql|ipmitool)\b` + words + `-P` + value},
	{literals: []string{"isql "}, pattern: `\bisql\s+\S+\s+[^\s-]\S*\s+([^\s"'-]\S*)`},
	{literals: []string{"ldappasswd"}, pattern: `\bldappasswd\b` + words + `-[sa]` + value},
	{literals: []string{"ldap", "add-generic-password", "add-internet-password"}, pattern: `\b(?:ldap\w+|security\s+add-\w+-password)\b` + words + `-w` + value},
	{literals: []string{"redis-cli"}, pattern: `\bredis-cli\b` + words + `(?:-a|--pass|AUTH|auth|requirepass)` + value},
	{literals: []string{"smbclient", "rpcclient", "mount.cifs"}, pattern: `\b(?:smbclient|rpcclient)\b` + words + `-U[ =]?["']?[^\s%"']+%([^\s"']+)`},
	{literals: []string{"lftp"}, pattern: `\blftp\b` + words + `-u[ ]?["']?[^\s,"']+,([^\s"']+)`},
	{literals: []string{"-basic-auth", "-basic_auth", "jenkins", " -auth "}, pattern: `\s--?(?:\w+[_-])?(?:basic[_-])?auth[ =]["']?[^\s:"'=/]+:([^\s"']+)`},
	{literals: []string{"basic_authorization"}, pattern: `\s--git_basic_authorization[ =]` + argument}, // fastlane
	{literals: []string{"authorize-account", "account authorize"}, pattern: `\bb2\s+(?:authorize-account|account\s+authorize)\s+\S+\s+` + argument},
	{literals: []string{"encrypt-password", "encrypt-master-password"}, pattern: `\s--encrypt-(?:master-)?password\s+` + argument}, // mvn
	{literals: []string{"import "}, pattern: `\bsecurity\s+import\b` + words + `-P` + value},
	{literals: []string{"swift "}, pattern: `\bswift\b` + words + `-K` + value}, // OpenStack
	{literals: []string{"crudini"}, pattern: `(?i)\bcrudini\s+--set\s+\S+\s+\S+\s+\S*` + secretName + `\s+` + argument},
	{literals: []string{"printf"}, pattern: `(?i)\bprintf\s+["'][^"'%\n]*` + secretName + `["']?\s*[=:]\s*["']?%s[^"'\n]*["']\s+` + argument},
	{literals: []string{"sonar.login"}, pattern: `sonar\.login=` + argument},
	{literals: []string{"--dbpass"}, pattern: `\s--dbpass=` + argument}, // wp
	{literals: []string{"tf_token_"}, pattern: `(?i)\btf_token_\w+=` + argument},
	{literals: []string{"-creds", " --creds"}, pattern: `\s--(?:src-|dest-)?creds[ =]["']?[^\s:"']+:([^\s"']+)`}, // skopeo, podman
	{literals: []string{"mysqlsh"}, pattern: `\bmysqlsh\s+(?:-\S+\s+)*["']?[\w.-]+:([^\s"'@/]+)@`},
	{literals: []string{"user:password", "upwd"}, pattern: `\bdrush\b` + words + `(?:user:password|upwd)\s+\S+\s+` + argument},
	{literals: []string{"--password1", "--password2"}, pattern: `\s--password[12][ =]` + argument}, // imapsync
	{literals: []string{"swaks", "steghide"}, pattern: `\b(?:swaks|steghide)\b` + words + `-(?:ap|p)\s+` + argument},
	{literals: []string{"qpdf"}, pattern: `\bqpdf\b` + words + `--encrypt\s+\S+\s+` + argument},
	{literals: []string{"qpdf"}, pattern: `\bqpdf\b` + words + `--encrypt\s+` + argument},
	{literals: []string{"sqlplus", "impdp", "expdp", "sqlldr"}, pattern: `\b(?:sqlplus|impdp|expdp|sqlldr)\s+(?:-\w+\s+)*["']?[\w.]+/([^\s"'@/]+)`},
	{literals: []string{"etcdctl", "influx", "neo4j", "cypher"}, pattern: `\b(?:etcdctl|cypher-shell|influx|neo4j-admin)\b` + words + `(?:--user[ =]\S+:|-p[ =]?|set-initial-password\s+)` + argument},
	{literals: []string{"htpasswd"}, pattern: `\bhtpasswd\s+-\w*b\w*\s+(?:-\w+\s+)*(?:\S+\s+)??\S+\s+` + argument + `\s*(?:$|[;&|>])`},
	{literals: []string{"ssh-keygen"}, pattern: `\bssh-keygen\b` + words + `-[NP]` + value},
	{literals: []string{"-password-command"}, pattern: `-password-command[ =]["']?(?:echo|printf)\s+([^\s"']+)`}, // restic, borg
	{literals: []string{"openssl"}, pattern: `\bopenssl\s+(?:enc\b` + words + `(?:-k|-K)\s+|dgst\b` + words + `-hmac\s+|passwd\s+(?:-\S+\s+)*)` + argument},
	{literals: []string{"useradd", "usermod"}, pattern: `\buser(?:add|mod)\b` + words + `-p` + value},
	{literals: []string{"wpa_passphrase", "nmcli"}, pattern: `\b(?:wpa_passphrase\s+\S+|nmcli\b` + words + `(?:[\w.-]*password|[\w.-]*psk|wep-key\d?))\s+` + argument},
	{literals: []string{"net user", "net use"}, pattern: `(?i)\bnet\s+user\s+\S+\s+([^\s/]\S*)|\bnet\s+use\s+(?:\w:\s+)?\S+\s+(?:/user:\S+\s+)?([^\s/\\]\S*)`},
	{literals: []string{"plink", "pscp", "psftp"}, pattern: `\b(?:plink|pscp|psftp|putty)\b` + words + `-pw\s+` + argument},
	{literals: []string{"signtool", "xfreerdp"}, pattern: `\b(?:signtool|xfreerdp)\b` + words + `/p[: ]` + argument},
	{literals: []string{"nuget"}, pattern: `(?i)\bnuget\s+push\b` + words + `-k` + value},
	{literals: []string{"vercel", "doctl", "huggingface", "netlify"}, pattern: `\b(?:vercel|doctl\s+auth|netlify)\b` + words + `(?:-t|--auth)[ =]` + argument},
	{literals: []string{"snmp"}, pattern: `\bsnmp\w+\b` + words + `-[AX]` + value},
	{literals: []string{"_pw "}, pattern: `\b(?:user|owner|input)_pw\s+` + argument}, // pdftk
	{literals: []string{"kaggle config"}, pattern: `\bkaggle\s+config\s+set\b` + words + `-v` + value},
	{literals: []string{"private-key "}, pattern: `\bprivate-key\s+<\(\s*(?:echo|printf)\s+` + argument}, // wg
	{literals: []string{"setuser ", "SETUSER "}, pattern: `(?i)\bacl\s+setuser\b` + words + `["']?>([^\s"']+)`},
	{literals: []string{"set-agent-token"}, pattern: `\bset-agent-token\s+\S+\s+` + argument}, // consul
	{literals: []string{"PASS=", "PW="}, pattern: `(?:^|[\s;"'])(?:PASS|PW)=` + argument, random: true},
	{literals: []string{"send \""}, pattern: `\bassword[^\n]*\bsend\s+(?:--\s+)?\\?"([^"\\\n]+)`}, // expect
}
