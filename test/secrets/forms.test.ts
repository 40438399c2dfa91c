// Passwords in all the forms in which they are written, and what is written in the same forms and is none.

import { describe, expect, test } from 'vitest'
import { SECRET_RULES, secretScanner } from '../../src/secrets/index.js'
import { make, seeded } from './made-secrets.js'

const scanner = secretScanner(SECRET_RULES)
const found = (text: string, form: 'json' | 'text' = 'text') => {
  const bytes = Buffer.from(text)
  return scanner.scan(bytes, form).map(hit => bytes.subarray(hit.start, hit.end).toString())
}

/** What stands between « and » is the secret. */
const FOUND: readonly string[] = [
  // YAML, INI, prose
  'password: «hunter2hunter2»',
  '  password: "«hunter2hunter2»"',
  "  passwd: '«k7Lm9q»'",
  'db:\n  pwd: «Tr0ub4dor»\n',
  'passphrase = «correct-horse-7-battery»',
  'token: «{x32}»',
  'secret: «{w24}7a»',
  'api_key: «{w28}1b»',
  'apikey = «{x40}»',
  'access_key: «{w20}3C»',
  'client_secret: «{w32}9»',
  'credentials: «{w30}4»',
  'the password is «hunter2hunter2»',
  'Password: «Sommer2024!»',
  '[db]\nuser=bob\npassword=«s3cr3tPass!»\n',
  // JSON and code
  '{"password":"«hunter2hunter2»"}',
  '{"user":"bob","password" : "«Xk29-mmQ»"}',
  "config['password'] = '«Xk29-mmQ»'",
  'const dbPassword = "«Xk29mmQ7»"',
  "connect({ user: 'bob', password: '«p4ssw0rt!»' })",
  'auth_token := "«{w24}5d»"',
  "'private_key' => '«{w32}8»'",
  'if (password === "«Xk29mmQ7»")',
  'String token = "«{x32}»";',
  // the environment
  'DB_PASSWORD=«Xk29mmQ7»',
  'export MYSQL_ROOT_PASSWORD="«hunter22»"',
  'DB_PASSWORD=«abc#123xyz»',
  'const password = `«Xk29mmQ7»`',
  'PGPASSWORD=«Xk29mmQ7» psql -h db',
  'MY_SERVICE_TOKEN=«{w30}2»',
  '      API_TOKEN: «{w30}2»',
  // addresses
  'https://bob:«Xk29mmQ7»@example.org/',
  'https://x.example/?user=1&access_token=«{w30}3»&y=2',
  'https://x.example/?api_key=«{x32}»',
  'https://x.example/login?password=«Xk29mmQ7»&next=/',
  // headers
  'Authorization: Bearer «{w24}»',
  'Authorization: Basic «Ym9iOnB3»',
  '-H "Authorization: «{x40}»"',
  'X-Api-Key: «{w32}1»',
  'PRIVATE-TOKEN: «{w20}1»',
  'Ocp-Apim-Subscription-Key: «{x32}»',
  // command lines
  'mysql -u root -p«Xk29mmQ7» shop',
  'mysqldump -h db -uroot -p«q» --all-databases',
  "mysql -uroot -p'«Xk29mmQ7»'",
  'curl -u bob:«pw» https://x.example/',
  'curl -s -u "bob:«Xk29mmQ7»" https://x.example/',
  'curl --user bob:«Xk29mmQ7» https://x.example/',
  'curl https://x.example/?a=1&b=2 \\\n  -X POST -u bob:«Xk29mmQ7»',
  'sshpass -p «Xk29mmQ7» ssh bob@host',
  "sshpass -p'«hunter22»' ssh bob@host",
  'tool --password «Xk29mmQ7»',
  'tool --password=«Xk29mmQ7»',
  'tool --db-password "«Xk29mmQ7»"',
  'tool --token «{w24}1»',
  'gpg --batch --passphrase «Xk29mmQ7» -d x',
  'redis-cli -h x -a «Xk29mmQ7» ping',
  'mongodump --host x -u bob -p «Xk29mmQ7»',
  'docker login -u bob -p «Xk29mmQ7» registry',
  'openssl rsa -in x -passin pass:«Xk29mmQ7»',
  'keytool -storepass «Xk29mmQ7» -list',
  'unzip -P «Xk29mmQ7» a.zip',
  'htpasswd -cb /etc/f bob «Xk29mmQ7»',
  'requests.get(url, auth=("bob", "«Xk29mmQ7»"))',
  // data bases, XML
  "CREATE USER 'bob' IDENTIFIED BY '«Xk29mmQ7»'",
  "ALTER USER bob WITH PASSWORD '«Xk29mmQ7»'",
  '<password>«Xk29mmQ7»</password>',
  '<add key="DbPassword" value="«Xk29mmQ7»" />',
  'Server=x;User ID=me;Password=«Xk29mmQ7»;',
  // keys
  'sk-«{w47}7»',
]

/** The same names with values that are none; `@{` stands for a dollar and a brace. */
const HARMLESS: readonly string[] = [
  'password: string',
  'password: str = Field(...)',
  'password: Optional[str] = None',
  'password: $DB_PASSWORD',
  'password: @{DB_PASSWORD}',
  'password: @{{ secrets.DB_PASSWORD }}',
  'password: {{ vault.password }}',
  'password: <your-password>',
  'password: ********',
  'password: xxxxxxxxxxxx',
  'password: changeme',
  'password: null',
  'password: true',
  'password: required',
  'password: process.env.DB_PASSWORD',
  'password = os.environ["DB_PASSWORD"]',
  'password = getPassword(user1)',
  'password = config.database2.password',
  'password: this.form.password1',
  'const token = await fetchToken2(url)',
  'token: CancellationToken',
  'token = tokens[index1]',
  'secret: sha256',
  'secretName: my-secret-1',
  'token_type: bearer',
  'tokens: 123456',
  'max_tokens: 4096',
  'input_tokens=120934',
  'nextPageToken: "CAoQAA12345678"',
  'API_KEY=your-api-key-here',
  'TOKEN_PREFIX = "k8s-aws-v1."',
  'ACCESS_TOKEN_EXPIRES_IN=3600seconds',
  'SECRET_KEY_FILE=/run/secrets/key1',
  'export TOKEN=$(cat token.txt)',
  'Authorization: Bearer @{token}',
  'Authorization: Bearer <token>',
  'Authorization: `Bearer @{accessToken1}`',
  'headers.authorization: request.headers.auth1',
  'curl -u $USER:$PASS https://x.example',
  'curl -u "user:password" https://x.example',
  'docker run --user 1000:1000 x',
  'mysql -u root -p shop',
  'mysql -p',
  'mysql --port=3306',
  'mkdir -p /tmp/x1',
  'ssh -p 2222 host',
  'sshpass -p "$PASSWORD" ssh x',
  'sshpass -p <password> ssh x',
  'tool --password-stdin',
  'tool --token $TOKEN',
  'tool --password "$(pass show x)"',
  'https://user:password@example.com/',
  'https://x.example/?token=TOKEN&x=1',
  '<password>@{db.password}</password>',
  "identified by 'name' in the table",
  'the password is required',
  'the password is: see below',
  'password: Uint8Array',
  'privateKey: ed25519.PrivateKey',
  'sk-learn and task-runner-with-a-very-long-name-that-goes-on-and-on',
  'arn:aws:secretsmanager:eu-west-1:482901736651:secret:prod-db-a1b2c3',
]

describe('found whole', () => {
  test.each(FOUND)('%j', pattern => {
    for (const seed of [1, 2, 3]) {
      const { text, secret } = make(pattern, seeded(seed * 7919))
      expect(found(text).some(one => one.includes(secret))).toBe(true)
      expect(found(JSON.stringify({ a: text }), 'json').length).toBeGreaterThan(0)
    }
  })
})

test.each(HARMLESS)('nothing in %j', text => {
  expect(found(text.replaceAll('@{', `$${'{'}`))).toEqual([])
})
