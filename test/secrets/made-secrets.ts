// Invented secrets of every kind, made from patterns when they are asked for: none stands in a file.
//
// In a pattern `{w36}` is 36 random characters of a class, and what stands between « and » is the secret.

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LOWER = UPPER.toLowerCase()
const DIGITS = '0123456789'
const CLASSES: Readonly<Record<string, string>> = {
  a: UPPER + LOWER,
  w: UPPER + LOWER + DIGITS,
  l: LOWER + DIGITS,
  u: UPPER + DIGITS,
  s: `${UPPER}234567`,
  x: `${DIGITS}abcdef`,
  d: DIGITS,
  b: `${UPPER}${LOWER}${DIGITS}_-`,
  B: `${UPPER}${LOWER}${DIGITS}+/`,
}

export type Random = (below: number) => number

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export interface Made {
  readonly text: string
  readonly secret: string
}

export function make(pattern: string, random: Random): Made {
  const filled = pattern.replace(/\{([a-zA-Z])(\d+)\}/g, (_, of: string, count: string) => {
    const chars = CLASSES[of]!
    return Array.from({ length: Number(count) }, () => chars[random(chars.length)]).join('')
  })
  const secret = /«(.*?)»/s.exec(filled)?.[1] ?? filled
  return { text: filled.replace(/[«»]/g, ''), secret }
}

export interface Kind {
  readonly kind: string
  /** With a secret in each. */
  readonly real: readonly string[]
  /** Without one of this kind. */
  readonly harmless: readonly string[]
}

const FRAMES = [
  '«@»',
  'const key = "«@»"',
  'the key is «@», keep it',
  '`«@»`',
  'x: «@»\ny: 2',
  'https://a.example/?k=«@»&x=1',
]

/** A token that is told by its prefix and shape. */
function token(kind: string, prefix: string, body: string, more: readonly string[] = []): Kind {
  const shape = prefix + body
  const [, of, count] = /\{(\w)(\d+)\}/.exec(body)!
  const size = Number(count)
  return {
    kind,
    real: FRAMES.map(frame => frame.replace('@', () => shape)),
    harmless: [
      prefix,
      `${prefix}...`,
      `${prefix}{${of}6}`,
      `Z${shape}`,
      `${prefix}${'x'.repeat(size)}`,
      `${prefix}{${of}5} {${of}${size - 6}}`,
      ...more,
    ],
  }
}

function context(kind: string, real: readonly string[], harmless: readonly string[]): Kind {
  return { kind, real, harmless }
}

const five = (one: string): readonly string[] => [one, ` ${one} `, `"${one}"`, `a\n${one}\nb`, `see ${one}.`]
const begin = (label: string) => `-----${'BEGIN'} ${label}-----`
const end = (label: string) => `-----${'END'} ${label}-----`
const pem = (label: string, start: string) => `«${begin(label)}\n${start}{B60}\n{B64}\n{B64}\n{B40}==\n${end(label)}»`

export const KINDS: readonly Kind[] = [
  token('anthropic-key', 'sk-ant-', 'api03-{b93}AA'),
  token('openai-key', 'sk-proj-', '{b74}T3BlbkFJ{b74}'),
  token('openrouter-key', 'sk-or-v1-', '{x64}'),
  token('google-api-key', 'AIza', '{b35}'),
  token('huggingface-token', 'hf_', '{a34}'),
  token('groq-key', 'gsk_', '{w52}'),
  token('replicate-token', 'r8_', '{w37}'),
  token('perplexity-key', 'pplx-', '{w48}'),
  token('xai-key', 'xai-', '{w80}'),
  token('aws-access-key-id', 'AKIA', '{u16}'),
  context(
    'aws-secret-key',
    [
      'AWS_SECRET_ACCESS_KEY=«{w40}»',
      'aws_secret_access_key = «{B40}»',
      '"SecretAccessKey": "«{B40}»"',
      "secretAccessKey: '«{B40}»'",
      'AWS_SECRET_ACCESS_KEY: «{w40}»',
    ],
    [
      'AWS_SECRET_ACCESS_KEY=',
      'AWS_SECRET_ACCESS_KEY=$KEY',
      'secretAccessKey: process.env.KEY',
      'secret_access_key={w39}',
      `secret_access_key=${'x'.repeat(40)}`,
    ],
  ),
  context(
    'aws-session-token',
    [
      'AWS_SESSION_TOKEN=«{B160}»',
      'aws_session_token = «{B200}»',
      '"SessionToken": "«{B180}»"',
      "sessionToken: '«{B120}»'",
      'AWS_SESSION_TOKEN: «{w150}»',
    ],
    [
      'session_token=',
      'session_token={w30}',
      'sessionToken: string',
      'sessionToken = getToken()',
      'SESSION_TOKEN=$TOKEN',
    ],
  ),
  context(
    'aws-account-id',
    [
      'AWS_ACCOUNT_ID=«{d12}»',
      'account_id: «{d12}»',
      '"accountId": "«{d12}»"',
      'account = «{d4}-{d4}-{d4}»',
      'accountId: «{d12}»',
    ],
    ['account_id: 42', 'account: {d8}', 'accountId: id', 'the account {d12}', 'account_id = {d13}'],
  ),
  token('google-oauth-secret', 'GOCSPX-', '{b28}'),
  token('google-access-token', 'ya29.', '{b60}'),
  context('google-refresh-token', five('«1//0{b60}»'), ['1//0', '1//0{b10}', 'https://0', '1//1{b60}', '21//0{b60}']),
  context('azure-storage-key', five('AccountName=x;AccountKey=«{B86}==»'), [
    'AccountKey=',
    'AccountKey={B20}==',
    'AccountKey=$KEY',
    'AccountKey: string',
    'AccountKeys={w8}',
  ]),
  context('azure-shared-access-key', five('Endpoint=sb://x/;SharedAccessKey=«{B43}=»'), [
    'SharedAccessKey=',
    'SharedAccessKeyName=Root',
    'SharedAccessKey={B20}=',
    'SharedAccessKey=$KEY',
    'sharedAccessKey: string',
  ]),
  context('azure-sas', five('https://x/y?sv=2022&sig=«{w43}%3D»'), [
    'sig=',
    '&sig=abc',
    'sig={w43}',
    '?sig=none&x',
    'const sig=sign(x)',
  ]),
  context('azure-client-secret', five('«{w3}8Q~{w34}»'), [
    '8Q~',
    '8Q~{w10}',
    'x8Q~{w34}',
    '{w3}9Q~{w34}',
    '{w3}8Q~{w60}',
  ]),
  token('digitalocean-token', 'dop_v1_', '{x64}'),
  token('heroku-key', 'HRKU-AA', '{b58}'),
  token('vault-token', 'hvs.', '{b90}'),
  context('terraform-token', five('«{w14}.atlasv1.{b67}»'), [
    '.atlasv1.',
    'x.atlasv1.{b67}',
    '{w14}.atlasv1.{b9}',
    '{w14}.atlasv2.{b67}',
    '{w20}.atlasv1.{b67}',
  ]),
  token('fly-token', 'fo1_', '{b43}'),
  token('supabase-token', 'sbp_', '{x40}'),
  token('databricks-token', 'dapi', '{x32}'),
  token('planetscale-token', 'pscale_', 'tkn_{b43}', ['pscale_other_{b43}']),
  token('netlify-token', 'nfp_', '{w36}'),
  token('alibaba-key-id', 'LTAI', '{w20}'),
  token('doppler-token', 'dp.pt.', '{w43}'),
  token('pulumi-token', 'pul-', '{x40}'),
  token('github-token', 'ghp_', '{w36}'),
  token('github-pat', 'github_pat_', '{w22}_{w59}'),
  context('github-url-token', five('https://«{x40}»:x-oauth-basic@github.com/a/b'), [
    'x-oauth-basic',
    ':x-oauth-basic@github.com',
    'https://github.com/x-oauth-basic',
    'a:x-oauth-basic@example.com',
    '"user":x-oauth-basic@gitlab.com',
  ]),
  token('gitlab-token', 'glpat-', '{b20}'),
  token('bitbucket-password', 'ATBB', '{w32}'),
  token('atlassian-token', 'ATATT3', '{b180}'),
  token('npm-token', 'npm_', '{w36}'),
  context('npm-auth-token', five('//registry.example/:_authToken=«{x32}»'), [
    '_authToken=',
    `_authToken=\${NPM_TOKEN}`,
    '_authToken=<token>',
    '_authToken',
    '_authToken=$TOKEN',
  ]),
  token('pypi-token', 'pypi-AgE', 'IcHlwaS5vcmc{b130}'),
  token('rubygems-key', 'rubygems_', '{x48}'),
  token('docker-token', 'dckr_pat_', '{b27}'),
  token('nuget-key', 'oy2', '{l43}'),
  token('linear-key', 'lin_api_', '{w40}'),
  token('sonar-token', 'sqp_', '{x40}'),
  token('sentry-token', 'sntryu_', '{x64}'),
  token('postman-key', 'PMAK-', '{x24}-{x34}'),
  token('figma-token', 'figd_', '{b40}'),
  token('notion-token', 'ntn_', '{w46}'),
  token('onepassword-token', 'ops_eyJ', '{w300}fQ'),
  token('slack-token', 'xoxb-', '{d12}-{d12}-{w24}'),
  context('slack-webhook', five('https://hooks.slack.com/services/«T{u10}/B{u10}/{w24}»'), [
    'https://hooks.slack.com/',
    'https://hooks.slack.com/services/',
    'https://hooks.slack.com/services/…',
    'https://slack.com/services/T0/B0/x',
    'hooks.slack.com/services/TXXXXXXXX/BXXXXXXXX/XXXXXXXXXX',
  ]),
  context('discord-webhook', five('https://discord.com/api/webhooks/«{d18}/{b68}»'), [
    'https://discord.com/api/webhooks/',
    'https://discord.com/api/webhooks/{d18}',
    'https://discord.com/api/webhooks/{d18}/{b8}',
    'https://example.com/api/webhooks/{d18}/{b68}',
    'discord.com/api/webhooks/id/token',
  ]),
  context('telegram-token', five('«{d10}:AA{b33}»'), [
    ':AA',
    '{d10}:AA',
    '{d4}:AA{b33}',
    '{d10}:AB{b33}',
    'x{d10}:AA{b33}',
  ]),
  context(
    'twilio-key',
    [
      'TWILIO_AUTH_TOKEN=«{x32}»',
      'twilio: «SK{x32}»',
      '"twilioSid": "«AC{x32}»"',
      "twilio_key = '«{x32}»'",
      'new Twilio("«AC{x32}»")',
    ],
    ['twilio', 'TWILIO_AUTH_TOKEN=', 'twilio {x12}', 'twilio_token=$TOKEN', 'twilio docs of {d4}'],
  ),
  token('sendgrid-key', 'SG.', '{w22}.{b43}', ['SG. a.b', 'XSG.abc.def', 'sg.abc.def']),
  token('mailgun-key', 'key-', '{x32}'),
  context('mailchimp-key', five('«{x32}-us14»'), ['-us1', 'en-us1', '{x20}-us14', '{x32}-usa', '{x40}-us14']),
  token('brevo-key', 'xkeysib-', '{x64}-{w16}'),
  token('stripe-key', 'sk_live_', '{w24}'),
  token('stripe-webhook-secret', 'whsec_', '{w32}'),
  token('square-token', 'sq0atp-', '{b22}'),
  token('shopify-token', 'shpat_', '{x32}'),
  context('braintree-token', five(`«access_token$production\${l16}\${x32}»`), [
    'access_token$',
    'access_token$production',
    `access_token$other\${l16}\${x32}`,
    `access_token$production\${l16}`,
    `access_token$production\${l16}\${x8}`,
  ]),
  token('razorpay-key', 'rzp_live_', '{w14}'),
  token('new-relic-key', 'NRAK-', '{u27}'),
  token('grafana-token', 'glsa_', '{w32}_{x8}'),
  token('dynatrace-token', 'dt0c01.', '{s24}.{s64}'),
  context(
    'private-key',
    [
      pem('RSA PRIVATE KEY', 'MIIE'),
      pem('PRIVATE KEY', 'MIIE'),
      pem('OPENSSH PRIVATE KEY', 'b3BlbnNzaC1rZXktdjE'),
      pem('EC PRIVATE KEY', 'MHcC'),
      `cat id_rsa\n${pem('ENCRYPTED PRIVATE KEY', 'MIIE')}\n$ `,
      `«${begin('PGP PRIVATE KEY BLOCK')}\n\n{B64}\n{B64}\n{B20}=\n${end('PGP PRIVATE KEY BLOCK')}»`,
    ],
    [
      begin('RSA PRIVATE KEY'),
      `${begin('RSA PRIVATE KEY')}\n...\n${end('RSA PRIVATE KEY')}`,
      `${begin('CERTIFICATE')}\n{B64}\n${end('CERTIFICATE')}`,
      `${begin('PUBLIC KEY')}\n{B64}\n${end('PUBLIC KEY')}`,
      `if (text.startsWith('${begin('PRIVATE KEY')}')) return`,
    ],
  ),
  context('jwt', five('«eyJ{b33}.eyJ{b70}.{b43}»'), [
    'eyJ',
    'eyJ{b33}',
    'eyJ{b33}.eyJ{b40}',
    'eyJ.eyJ.x',
    'eyJ{b33}.{b40}.',
  ]),
  token('age-key', 'AGE-SECRET-KEY-1', '{u58}'),
  context(
    'url-password',
    [
      'postgres://app:«{w14}»@db.example.com/x',
      'mongodb+srv://me:«{w12}»@cluster0.mongodb.net',
      'https://bob:«{w16}»@git.example.org/r.git',
      'redis://:«{w20}»@10.0.0.1:6379',
      'amqp://svc:«{w10}»@queue:5672',
    ],
    [
      'http://localhost:3000',
      'https://user:password@example.com',
      'https://example.com/@user',
      `postgres://user:\${PASSWORD}@host`,
      'https://$USER:$PASS@host',
    ],
  ),
  context(
    'authorization',
    [
      'Authorization: Bearer «{b40}»',
      '"authorization": "Basic «{B24}»"',
      "-H 'Authorization: token «{x40}»'",
      'authorization=Bearer «{w32}»',
      'Authorization: Bearer «{b60}»\r\nHost: x',
    ],
    [
      'Authorization: Bearer',
      'Authorization: Bearer $TOKEN',
      'authorization: basic',
      'Authorization: Bearer <token>',
      'the authorization of users',
    ],
  ),
  context(
    'bearer-token',
    ['Bearer «{w40}»', 'bearer «{b32}1a»', '`Bearer «{w30}»`', 'header = "Bearer «{w36}»"', 'Bearer «{w64}»\n'],
    [
      'Bearer token',
      'bearer of bad news',
      `Bearer \${token}`,
      'Bearer your-token-goes-here-please',
      'Bearer authentication',
    ],
  ),
  context(
    'api-key-header',
    [
      'x-api-key: «{w32}»',
      '"x-api-key": "«{w40}»"',
      'X-API-Key=«{x32}a»',
      "'api-key': '«{w24}»'",
      'X-Auth-Token: «{w32}»',
    ],
    ['x-api-key:', 'x-api-key: $KEY', 'x-api-key: your-api-key-here', 'x-api-key header', 'api-key: string'],
  ),
  context('netrc-password', five('machine api.example.com login me password «{w16}»'), [
    'machine learning',
    'machine x login y',
    'machine x login y password',
    'machine x login y password $PW',
    'a machine that can login with a password',
  ]),
  context('docker-auth', five('{"auths":{"https://index.docker.io/v1/":{"auth":"«{w28}==»"}}}'), [
    '{"auths":{}}',
    '{"auths":{"x":{}}}',
    '{"auths":{"x":{"auth":""}}}',
    'auths and more',
    '{"auths":{"x":{"auth":"abc"}}}',
  ]),
  context(
    'cli-password',
    [
      'mysql --password=«{w14}1a»',
      'login --token «{w32}1b»',
      'x --api-key="«{w24}2c»"',
      'docker login --password «{w16}3d» x',
      'y --secret=«{w20}4e»',
    ],
    ['--password', '--password-stdin', '--token $TOKEN', '--password=<password>', '--secret your-secret'],
  ),
  context(
    'env-secret',
    [
      'DB_PASSWORD=«{w14}1a»',
      'export API_KEY=«{w24}2b»',
      'SESSION_SECRET="«{w32}3c»"',
      'CI_JOB_TOKEN=«{w20}4d»',
      'APP_ENCRYPTION_KEY=«{w24}5e»',
    ],
    ['DB_PASSWORD=', 'DB_PASSWORD=$OTHER', 'API_KEY=your-key-here', 'TOKEN=process.env.TOKEN', 'SECRET=changeme123'],
  ),
  context(
    'named-secret',
    [
      '"password": "«{w18}1A»"',
      "client_secret: '«{w24}2B»'",
      'apiKey = "«{w24}3C»"',
      '"access_token":"«{w30}4D»"',
      "private_key => '«{w20}5E»'",
    ],
    [
      'password: string',
      '"password": "password"',
      "token = 'your-token'",
      'const password = getPassword("abc1")',
      'secret: ""',
    ],
  ),
  context('connection-password', five('Server=tcp:x,1433;User ID=me;Password=«{w16}»;Encrypt=true'), [
    'Server=x;Password=;',
    'Server=x;User ID=me',
    `Server=x;Pwd=\${PWD}`,
    'password=x',
    'Server=x;Password=password;',
  ]),
  token('onepassword-secret-key', 'A3-', '{u6}-{u11}-{u5}-{u5}-{u5}'),
  token('adobe-secret', 'p8e-', '{w32}'),
  token('airtable-token', 'pat', '{w14}.{x64}'),
  token('artifactory-token', 'AKCp', '{w69}'),
  context('authress-key', five('«sc_{l12}.{l5}.acc_{l16}.{w40}»'), [
    'sc_',
    '.acc_{l16}',
    'sc_{l12}.{l5}.other_{l16}.{w40}',
    'x_{l12}.{l5}.acc_{l16}.{w40}',
    'sc_{l12}.{l5}.acc_{l16}',
  ]),
  token('buildkite-token', 'bkua_', '{x40}'),
  token('cerebras-key', 'csk-', '{l48}'),
  token('circleci-token', 'CCIPAT_', '{w22}_{x40}'),
  token('clickhouse-key', '4b1d', '{w38}'),
  token('clojars-token', 'CLOJARS_', '{l60}'),
  token('cloudflare-ca-key', 'v1.0-', '{x24}-{x146}'),
  token('contentful-token', 'CFPAT-', '{w43}'),
  token('deepseek-key', 'sk-', '{x32}'),
  token('defined-networking-token', 'dnkey-', '{l26}-{l52}'),
  token('dropbox-token', 'sl.', '{w140}'),
  token('duffel-token', 'duffel_', 'live_{w43}'),
  token('easypost-key', 'EZAK', '{w54}'),
  token('facebook-token', 'EAAC', '{w120}'),
  context('facebook-app-token', five('facebook token «{d16}|{w27}»'), [
    'facebook',
    'facebook {d16}',
    'facebook {d16}|{w5}',
    'other {d16}|{w27}',
    'facebook a|b',
  ]),
  token('flutterwave-key', 'FLWSECK_TEST-', '{x32}-X'),
  token('frameio-token', 'fio-u-', '{w64}'),
  context('gocardless-token', five('gocardless: «live_{w40}»'), [
    'live_{w40}',
    'gocardless',
    'gocardless live_',
    'gocardless live_{w12}',
    'gocardless xlive_{w40}',
  ]),
  token('grafana-api-key', 'eyJrIjoi', '{w80}'),
  token('harness-key', 'pat.', '{w22}.{x24}.{w20}'),
  token('hubspot-token', 'pat-na1-', '{x8}-{x4}-{x4}-{x4}-{x12}'),
  token('infracost-key', 'ico-', '{w32}'),
  token('intra42-secret', 's-s4t2ud-', '{x64}'),
  context('kubernetes-secret', five('kind: Secret\nmetadata:\n  name: x\ndata:\n  key: «{w24}==»'), [
    'kind: Secret',
    'kind: SecretStore\nspec: x',
    'kind: ConfigMap\ndata:\n  key: {w24}',
    'kind: Secret\nstringData: {}',
    'kind: Secret\n---\nkind: Other\ndata:\n  a: b',
  ]),
  token('langsmith-key', 'lsv2_', 'pt_{x32}_{x10}'),
  context('mapbox-token', five('«sk.eyJ{w80}.{w22}»'), [
    'sk.',
    'sk.eyJ',
    'sk.eyJ{w10}.{w22}',
    'pk.eyJ{w80}.{w22}',
    'xsk.eyJ{w80}.{w22}',
  ]),
  context('maxmind-key', five('«{w6}_{w29}_mmk»'), [
    '_mmk',
    'x_mmk',
    '{w6}_{w5}_mmk',
    '{w6}_{w29}_mmkx',
    '{w6}-{w29}_mmk',
  ]),
  context(
    'teams-webhook',
    five(
      'https://x.webhook.office.com/webhookb2/«{x8}-{x4}-{x4}-{x4}-{x12}@{x8}-{x4}-{x4}-{x4}-{x12}/IncomingWebhook/{x32}/{x8}-{x4}-{x4}-{x4}-{x12}»',
    ),
    [
      'https://x.webhook.office.com/',
      'https://x.webhook.office.com/webhookb2/',
      'https://x.webhook.office.com/webhookb2/{x32}',
      'webhookb2',
      'https://x.office.com/webhookb2/{x8}-{x4}-{x4}-{x4}-{x12}',
    ],
  ),
  token('neon-key', 'napi_', '{l64}'),
  token('nvidia-key', 'nvapi-', '{w64}'),
  token('octopus-key', 'API-', '{u26}'),
  token('openshift-token', 'sha256~', '{w43}'),
  token('pinecone-key', 'pcsk_', '{w5}_{w63}'),
  token('plaid-token', 'access-production-', '{x8}-{x4}-{x4}-{x4}-{x12}'),
  token('prefect-key', 'pnu_', '{w36}'),
  context(
    'putty-key',
    five('«PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 1\n{B64}\nPrivate-MAC: {x40}»'),
    [
      'PuTTY-User-Key-File-2',
      'PuTTY-User-Key-File-2: ssh-rsa',
      'PuTTY-User-Key-File-2: x\nPrivate-MAC: none',
      'Private-MAC: {x40}',
      'PuTTY keys',
    ],
  ),
  token('readme-key', 'rdme_', '{l70}'),
  token('render-key', 'rnd_', '{w32}'),
  token('resend-key', 're_', '{w8}_{w24}'),
  token('scalingo-token', 'tk-us-', '{w48}'),
  token('settlemint-token', 'sm_pat_', '{w16}'),
  token('shippo-token', 'shippo_', 'live_{x40}'),
  context('sidekiq-secret', five('BUNDLE_GEMS__CONTRIBSYS__COM=«{x8}:{x8}»'), [
    'BUNDLE_GEMS__CONTRIBSYS__COM',
    'BUNDLE_GEMS__CONTRIBSYS__COM=',
    'BUNDLE_GEMS__CONTRIBSYS__COM=$X',
    'BUNDLE_GEMS__CONTRIBSYS__COM={x8}',
    'contribsys.com {x8}:{x8}',
  ]),
  token('sourcegraph-token', 'sgp_', '{x40}'),
  token('tailscale-key', 'tskey-', 'auth-{w12}-{w32}'),
  token('tavily-key', 'tvly-', '{w32}'),
  token('together-key', 'tgp_v1_', '{w43}'),
  context('twitter-bearer-token', five('«AAAAAAAAAAAAAAAAAAAAAA{w90}»'), [
    'AAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAA{w20}',
    'AAAAAAAAAA{w90}',
    'xAAAAAAAAAAAAAAAAAAAAAA{w90}',
    'AAAAAAAAAAAAAAAAAAAAAA {w90}',
  ]),
  token('typeform-token', 'tfp_', '{w59}'),
  context('vault-old-token', five('VAULT_ADDR: «s.{w23}7»'), [
    'vault',
    'vault: s.',
    'vault: s.{w5}',
    'x: s.{w24}',
    'vault: t.{w24}',
  ]),
  token('vercel-token', 'vcp_', '{w56}'),
  token('yandex-key', 'AQVN', '{w36}'),
  context(
    'service-key',
    [
      'datadog: «{x40}»',
      'CLOUDFLARE_KEY=«{x37}»',
      'heroku_id = "«{x8}-{x4}-{x4}-{x4}-{x12}»"',
      "'algolia' => '«{x32}»'",
      'okta.id=«00{w40}»',
    ],
    ['datadog', 'datadog: true', 'datadog: https://x.example/{x8}', 'cloudflare: some-name-of-a-thing', 'linear: 0.25'],
  ),
  token('jwt-base64', 'ZXlK', '{w120}'),
  context('basic-auth-pair', five('requests.get(u, auth=("bob", "«{w14}»"))'), [
    'auth=(user, password)',
    'auth=("user", "password")',
    'auth = ()',
    'auth=("bob", token)',
    'auth("a")',
  ]),
  context('sql-password', five("CREATE USER bob IDENTIFIED BY '«{w14}»'"), [
    "identified by 'name'",
    'CREATE USER bob IDENTIFIED BY ?',
    "CREATE USER bob IDENTIFIED BY 'password'",
    'ALTER USER bob WITH PASSWORD $1',
    "user password 'x'",
  ]),
  context(
    'xml-password',
    [
      '<password>«{w14}7»</password>',
      '<db:password>«{w14}7»</db:password>',
      '<token>«{w24}1a»</token>',
      '<add key="Password" value="«{w14}»" />',
      '<apiKey>«{w24}2b»</apiKey>',
    ],
    [
      '<password></password>',
      '<password>password</password>',
      '<token>x</token>',
      '<add key="Password" value="" />',
      '<secret>name</secret>',
    ],
  ),
]
