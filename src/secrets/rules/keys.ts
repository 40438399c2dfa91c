import { isUrlPassword, looksSecret } from '../likeness.js'
import { at, followedBy, isNoMask, type SecretRule, token } from '../rule.js'

const LABEL = '(?:(?:RSA|DSA|EC|OPENSSH|PGP|ENCRYPTED|ANY) )?PRIVATE KEY(?: BLOCK)?'

const FOLLOWS_NAME = followedBy('= _ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')

function isUpper(byte: number): boolean {
  return byte === 0x5f || (byte >= 0x41 && byte <= 0x5a)
}

/** An address has a password only where an @ comes before its path. */
function hasAt(bytes: Uint8Array, _: number, end: number): boolean {
  for (let at = end; at < bytes.length && at < end + 600; at++) {
    const byte = bytes[at]!
    if (byte === 0x40) return true
    if (byte <= 0x20 || byte === 0x22 || byte === 0x27 || byte === 0x2f || byte === 0x60) return false
  }
  return false
}

/** Keys and signed tokens, and what lets somebody in: addresses with passwords, headers, settings. */
export const keys: readonly SecretRule[] = [
  {
    kind: 'private-key',
    words: ['-----begin'],
    // To its end, whatever it is wrapped in; or as far as it was shown. Another beginning ends it too.
    pattern: at(
      new RegExp(
        String.raw`-----BEGIN ?${LABEL}-----(?:(?:[^-]|-(?!----)){40,20000}-----END ?${LABEL}-----|(?:\s{0,8}(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[^\n]{0,100}\n){0,6}[A-Za-z0-9+/=\s]{40,20000})`,
      ),
    ),
    isReal: secret => isNoMask(secret.replace(/-----/g, '')) && secret.match(/[A-Za-z0-9+/=]{40,}/) !== null,
  },
  token('jwt', ['eyj'], /(?<![\w.-])eyJ[\w-]{10,8192}\.eyJ[\w-]{10,32768}\.[\w-]{10,}/),
  token('age-key', ['age-secret-key-1'], /AGE-SECRET-KEY-1[A-Z0-9]{58}(?!\w)/),
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
      /authorization["']?\s{0,4}[:=]\s{0,4}["'`]?(?:bearer|basic|token|apikey|digest)\s{1,4}(?<secret>[\w.~+/=-]{12,})/i,
    ),
    isReal: value =>
      isNoMask(value) && !/^(?:your|example|token|\.\.\.)/i.test(value) && /\d|[A-Z].*[a-z]|[a-z].*[A-Z]/.test(value),
  },
  {
    kind: 'bearer-token',
    words: ['bearer '],
    pattern: at(/bearer {1,4}(?<secret>[\w.~+/=-]{20,})/i),
    isReal: looksSecret,
  },
  {
    kind: 'api-key-header',
    words: ['x-api-key', 'x-auth-token', 'api-key', 'x-goog-api-key'],
    pattern: at(
      /(?:x-goog-api-key|x-api-key|x-auth-token|api-key)["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>[\w.~+/=-]{16,})/i,
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
  {
    kind: 'cli-password',
    words: ['--password', '--token', '--api-key', '--secret'],
    pattern: at(/--(?:password|token|api-key|secret)(?:=| {1,2})["']?(?<secret>[^\s"'`-][^\s"'`]{7,})/),
    isReal: looksSecret,
  },
  {
    kind: 'env-secret',
    words: [
      'password',
      'passwd',
      'secret',
      'token',
      'api_key',
      'apikey',
      'access_key',
      'private_key',
      'credential',
      '_pwd',
      'encryption_key',
      'signing_key',
      'auth_key',
    ],
    pattern: at(
      /(?<=(?<![\w.$])[A-Z0-9_]{0,60})(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?|_PWD|ENCRYPTION_KEY|SIGNING_KEY|AUTH_KEY)[A-Z0-9_]{0,40} ?= ?["']?(?<secret>[^\s"'`#;&|]{8,})/,
    ),
    mayBe: (bytes, start, end) => isUpper(bytes[start] ?? 0) && FOLLOWS_NAME(bytes, start, end),
    isReal: looksSecret,
  },
  {
    kind: 'named-secret',
    words: [
      'password',
      'passwd',
      'secret',
      'token',
      'api_key',
      'apikey',
      'api-key',
      'access_key',
      'accesskey',
      'private_key',
      'credential',
      'credentials',
    ],
    pattern: at(
      /(?:password|passwd|(?:client_?|app_?|shared_?)?secret(?:_?key)?|(?:access|auth|refresh|bearer|api|bot|id)?_?token|api[_-]?key|access_?key|private_?key|credentials?)["']?\s{0,4}(?:=>|:=|[:=])\s{0,4}(["'])(?<secret>(?:\\.|(?!\1)[^\s`\\]){8,200})\1/i,
    ),
    mayBe: followedBy('"\'\\ \t\n\r:=_kK'),
    isQuoted: true,
    isReal: value => looksSecret(value) && (value.length >= 16 || /[A-Z]/.test(value) || /[^A-Za-z0-9]/.test(value)),
  },
  {
    kind: 'connection-password',
    words: ['password=', 'pwd='],
    pattern: at(/(?<=;\s{0,4}(?:User )?)(?:password|pwd)=(?<secret>[^\s;"'`]{4,})/i),
    isReal: isUrlPassword,
  },
]
