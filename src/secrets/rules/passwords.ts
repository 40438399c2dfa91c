import { isCodeName, isUrlPassword, looksPassword, looksSecret } from '../likeness.js'
import { at, followedBy, isNoMask, type SecretRule } from '../rule.js'

// What lets somebody in and has no shape: addresses with passwords, headers, settings, command lines. Only the name
// before it tells that it is one, so each is judged by its look as well (likeness.ts).

/** An address has a password only where an @ comes before its path. */
function hasAt(bytes: Uint8Array, _: number, end: number): boolean {
  for (let at = end; at < bytes.length && at < end + 600; at++) {
    const byte = bytes[at]!
    if (byte === 0x40) return true
    if (byte <= 0x20 || byte === 0x22 || byte === 0x27 || byte === 0x2f || byte === 0x60) return false
  }
  return false
}

/** The names, as the scanner looks for them. */
const NAMES = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'token',
  'api_key',
  'api-key',
  'apikey',
  'access_key',
  'access-key',
  'accesskey',
  'private_key',
  'private-key',
  'privatekey',
  'auth_key',
  'authkey',
  'encryption_key',
  'encryptionkey',
  'signing_key',
  'signingkey',
  'secret_key',
  'secretkey',
  'master_key',
  'masterkey',
  'account_key',
  'credential',
  'creds',
  '_auth',
] as const

const NAME =
  '(?<!:)(?:password|passwd|passphrase|passcode|(?<![a-z])pwd|secret(?:[_-]?(?:access[_-]?)?key)?|(?<!(?:request|client|continuation|next|page|cancel|cancellation|action|sync|start|csrf|xsrf)[_-]?)token|(?:api|access|private|auth|encryption|signing|secret|master|account)[_-]?key|credentials?|creds|_auth)'
/** Of these nearly any value is one. */
const STRONG = /(?:passw(?:or)?d|passphrase|passcode|pwd)["'\])]{0,2}$/i

/** Is this value told by a name that stands for nothing but passwords? */
function isStrong(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 40), start)
  return STRONG.test(before.replace(/(?:\s{0,4}(?:=>|:=|={1,3}|:)\s{0,4}| is:? )["'`]?$/, ''))
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A type of something, as in `AWS::MSK::Secret`, is no name of a value. */
function isOfType(text: string, start: number): boolean {
  return /::\w{0,60}["']?\s{0,4}:\s{0,4}["']?$/.test(text.slice(Math.max(0, start - 80), start))
}

/** Requests and changes have tokens that are uuids, and say nothing. */
const isQuotedValue: NonNullable<SecretRule['isReal']> = (value, text, start) =>
  !isOfType(text, start) &&
  ((looksSecret(value) && !UUID.test(value)) || (isStrong(text, start) && looksPassword(value)))

/** Without quotes it may be a name of the code. */
const isBareValue: NonNullable<SecretRule['isReal']> = (value, text, start) =>
  isQuotedValue(value, text, start) &&
  (isStrong(text, start)
    ? !/^[A-Z][a-z]+\d{0,3}(?:[A-Z][a-z]+)+$|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value)
    : !isCodeName(value))

/** `TOKEN_PREFIX` and the like: settings about secrets. */
const ABOUT =
  /_(?:PREFIX|SUFFIX|UR[IL]|TYPES?|NAME|FILE|PATH|DIR|HEADER|TTL|LENGTH|SIZE|EXPIR[A-Z]*|ENDPOINT|ISSUER|ALG[A-Z]*|FORMAT|REGEX|PATTERN|LABEL|FIELD|COUNT|LIMIT|BUDGET|ID|VERSION)(?:_[A-Z]{1,8})?(?: ?= ?|: {1,4})["']?$/

const NEXT = followedBy('"\'\\ \t\n\r:=])sS_-kKaAiI0123456789')

const IS_PASSWORD = /PASS(?:WORD|WD|PHRASE)?[A-Z0-9_]{0,40}(?: ?= ?|: {1,4})["']?$/

export const passwords: readonly SecretRule[] = [
  {
    kind: 'url-password',
    words: ['://'],
    pattern: at(/(?<=[A-Za-z0-9+.-]{2,20}):\/\/[^\s:/@"'`<>?#]{0,256}:(?<secret>[^\s/@"'`<>]{1,256})@(?=[\w[.%{$-])/),
    isReal: isUrlPassword,
    mayBe: hasAt,
  },
  {
    kind: 'authorization',
    words: ['authorization'],
    pattern: at(
      /authorization["']?\s{0,4}[:=,]\s{0,4}["'`]?(?:bearer|basic|token|apikey|api-key|digest|negotiate)\s{1,4}(?<secret>[\w.~+/=-]{8,})/i,
    ),
    isReal: value =>
      isNoMask(value) &&
      !/^(?:your|example|token|base64|credential|\.\.\.)/i.test(value) &&
      /\d|[A-Z].*[a-z]|[a-z].*[A-Z]/.test(value) &&
      !/^[a-z]+(?:[A-Z][a-z]+)+$|^[a-z]+(?:\.[A-Za-z]+)+$/.test(value),
  },
  {
    kind: 'authorization',
    words: ['authorization'],
    pattern: at(/(?<![A-Za-z])authorization["']?\s{0,4}:\s{0,4}["'`]?(?<secret>[\w.~+/=-]{16,})/i),
    isReal: value => looksSecret(value) && !isCodeName(value) && !value.startsWith('AWS4-'),
  },
  {
    kind: 'bearer-token',
    words: ['bearer '],
    pattern: at(/bearer {1,4}(?<secret>[\w.~+/=-]{20,})/i),
    isReal: looksSecret,
  },
  {
    kind: 'api-key-header',
    words: [
      'x-api-key',
      'x-auth-token',
      'api-key',
      'x-goog-api-key',
      'subscription-key',
      'private-token',
      'access-token',
    ],
    pattern: at(
      /(?:x-goog-api-key|x-api-key|x-auth-token|api-key|subscription-key|private-token|access-token)["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>[\w.~+/=-]{16,})/i,
    ),
    isReal: looksSecret,
  },
  {
    kind: 'netrc-password',
    words: ['machine '],
    pattern: at(/machine\s{1,8}\S{1,200}\s{1,8}login\s{1,8}\S{1,200}\s{1,8}password\s{1,8}(?<secret>[^\s"']{4,})/),
    isReal: isUrlPassword,
  },
  {
    kind: 'docker-auth',
    words: ['auths'],
    pattern: at(
      /auths["']\s{0,8}:\s{0,8}\{\s{0,16}["'][^"']{1,200}["']\s{0,8}:\s{0,8}\{\s{0,16}["']auth["']\s{0,8}:\s{0,8}["'](?<secret>[A-Za-z0-9+/=]{16,})/,
    ),
  },
  // Of a command: `--password X`, `--db-token=X`.
  {
    kind: 'cli-password',
    words: [
      'password',
      'passwd',
      'passphrase',
      'token',
      'api-key',
      'apikey',
      'secret',
      'access-key',
      'storepass',
      'keypass',
      '--pass',
    ],
    pattern: at(
      /(?<=(?<![\w-])--?[a-z0-9-]{0,30})(?:--)?(?:password|passwd|passphrase|token|api-?key|access-?key|secret(?:-?key)?|storepass|keypass|(?<=-)pass)(?:=| {1,2})(["']?)(?<secret>(?!-)[^\s"'`]{4,})/,
    ),
    mayBe: followedBy('= -kK'),
    isReal: (value, text, start) =>
      looksSecret(value) ||
      (/pass(?:word|wd|phrase)?(?:=|["']|[= ]{1,2}["'])$/.test(text.slice(Math.max(0, start - 16), start)) &&
        isCliPassword(value)) ||
      (/pass(?:word|wd|phrase)? {1,2}$/.test(text.slice(Math.max(0, start - 16), start)) && looksPassword(value)),
  },
  // Of a command, by its short flag.
  {
    kind: 'cli-password',
    words: ['mysql', 'mariadb', 'mycli'],
    pattern: at(
      /(?<![\w/.-])(?:mysql|mariadb|mycli)(?:dump|admin|import|show|check|-[a-z]{2,10})?(?= )[^\n|;]{0,300}? -p(["']?)(?<secret>[^\s"'`|;]{1,200})/,
    ),
    isReal: value => isCliPassword(value) && !/^(?:assword|ort\b|rotocol|ipe)/.test(value),
  },
  {
    kind: 'cli-password',
    words: ['curl '],
    pattern: at(
      /(?<!\w)curl (?:[^\n|;]|\\\n){0,400}?(?<= )(?:-u|--user|--proxy-user|-U)[ =]{0,2}(["']?)[^\s:"'`]{0,100}:(?<secret>[^\s"'`]{1,200})/,
    ),
    isReal: isCliPassword,
  },
  {
    kind: 'cli-password',
    words: ['sshpass '],
    pattern: at(/(?<!\w)sshpass (?:-\w )?-p ?(["']?)(?<secret>[^\s"'`]{1,200})/),
    isReal: isCliPassword,
  },
  {
    kind: 'cli-password',
    words: [
      'redis-cli ',
      'mongo ',
      'mongosh ',
      'mongodump ',
      'mongorestore ',
      'docker login ',
      'ldapsearch ',
      'ldapadd ',
      'ldapmodify ',
      'unzip ',
      'htpasswd ',
    ],
    pattern: at(
      /(?<![\w/.-])(?:redis-cli [^\n|;]{0,200}?(?<= )-a|(?:mongo(?:sh|dump|restore)?|docker login) [^\n|;]{0,200}?(?<= )-p|ldap(?:search|add|modify) [^\n|;]{0,200}?(?<= )-w|unzip [^\n|;]{0,100}?(?<= )-P|htpasswd [^\n|;]{0,60}?-\w{0,4}b\w{0,4} \S{1,200} \S{1,100}) (["']?)(?<secret>[^\s"'`]{3,200})/,
    ),
    isReal: isCliPassword,
  },
  {
    kind: 'cli-password',
    words: ['pass:'],
    pattern: at(/(?<=-pass(?:in|out)? ["']?)pass:(?<secret>[^\s"'`]{2,200})/),
    isReal: isCliPassword,
  },
  // requests.get(url, auth=("user", "password"))
  {
    kind: 'basic-auth-pair',
    words: ['auth'],
    mayBe: followedBy('= :('),
    pattern: at(
      /(?<![a-z])auth(?:\s?[=:]\s?|\s?)\(\s?(["'])[^"'\n]{1,100}\1\s?,\s?(["'])(?<secret>[^"'\n]{2,200})\2\s?\)/i,
    ),
    isReal: isCliPassword,
  },
  {
    kind: 'sql-password',
    words: ['identified by', "password '"],
    pattern: at(
      /(?:identified by(?: password)?|(?<=(?:with|encrypted|set) )password) (["'])(?<secret>[^"'\n]{3,200})\1/i,
    ),
    isReal: (value, text, start) =>
      isUrlPassword(value) && /\b(?:user|grant|role|login)\b/i.test(text.slice(Math.max(0, start - 160), start)),
  },
  {
    kind: 'xml-password',
    words: ['password>', 'secret>', 'token>', 'apikey>', 'passphrase>'],
    pattern: at(/(?<=<[\w.:-]{0,40})(?:password|secret|token|apikey|passphrase)>(?<secret>[^<>\s]{4,200})<\//i),
    isReal: (value, text, start) =>
      looksSecret(value) ||
      (/pass(?:word|phrase)>$/i.test(text.slice(Math.max(0, start - 12), start)) && isCliPassword(value)),
  },
  {
    kind: 'xml-password',
    words: ['key="'],
    pattern: at(/(?<=<add )key="[\w.:-]{0,60}(?:password|secret|token|apikey)" {1,4}value="(?<secret>[^"\s]{4,200})"/i),
    isReal: isUrlPassword,
  },
  {
    kind: 'connection-password',
    words: ['password=', 'pwd='],
    pattern: at(/(?<=;\s{0,4}(?:User )?)(?:password|pwd)=(?<secret>[^\s;"'`]{4,})/i),
    isReal: isUrlPassword,
  },
  // Of the environment: a name of capitals.
  {
    kind: 'env-secret',
    words: NAMES,
    pattern: at(
      /(?<=(?<![\w.$])[A-Z0-9_]{0,60})(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?|(?<=_)PWD|(?:ENCRYPTION|SIGNING|AUTH|MASTER|ACCOUNT)_KEY)[A-Z0-9_]{0,40}(?: ?= ?|: {1,4})(["']?)(?<secret>[^\s"'`#;&|][^\s"'`;&|]{5,})/,
    ),
    mayBe: (bytes, start) => isUpper(bytes[start] ?? 0),
    isReal(value, text, start) {
      const before = text.slice(Math.max(0, start - 60), start)
      if (ABOUT.test(before)) return false
      const isPassword = IS_PASSWORD.test(before) && looksPassword(value)
      // With blanks around the sign it is code, where a name may stand for a value.
      if (/ ["']?$/.test(before) && isCodeName(value)) return isPassword
      return looksSecret(value) || isPassword
    },
  },
  // In code, JSON and YAML: a value between quotes.
  {
    kind: 'named-secret',
    words: NAMES,
    pattern: at(
      new RegExp(
        `${NAME}["'\\])]{0,2}\\s{0,4}(?:=>|:=|={1,3}|:| is:?)\\s{0,4}(["'\`])(?<secret>(?:\\\\.|(?!\\1)[^\\s\\\\]){6,200})\\1`,
        'i',
      ),
    ),
    mayBe: NEXT,
    isReal: isQuotedValue,
    isQuoted: true,
  },
  // In YAML, INI files, addresses and prose: a value without quotes, to the next blank.
  {
    kind: 'named-secret',
    words: NAMES,
    pattern: at(
      new RegExp(
        `${NAME}["'\\])]{0,2}(?:\\s?=\\s?|:[ \\t]{0,8}| is:? )(?<secret>[^\\s"'\`,;&|#<>(){}[\\]\\\\]{6,200})(?=$|[\\s,;&|#<)\\]}\\\\"'\`])`,
        'i',
      ),
    ),
    mayBe: NEXT,
    isReal: isBareValue,
  },
]

function isUpper(byte: number): boolean {
  return byte === 0x5f || (byte >= 0x41 && byte <= 0x5a)
}

/** What stands behind a flag is given to a program: any value but a variable or a word of the documentation. */
function isCliPassword(value: string): boolean {
  return (
    isNoMask(value) &&
    (value === 'pw' || value.length < 4 ? !/^[$<%{[]|^(?:pwd|key)$/i.test(value) : isUrlPassword(value)) &&
    !/^\d{1,5}$/.test(value)
  )
}
