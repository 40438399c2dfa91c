import { at, isNoMask, type SecretRule, token } from '../rule.js'

const LABEL = '(?:(?:RSA|DSA|EC|OPENSSH|PGP|ENCRYPTED|ANY) )?PRIVATE KEY(?: BLOCK)?'

/** Keys and signed tokens. */
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
    kind: 'jwt-base64',
    words: ['zxlk'],
    pattern: at(/(?<![\w+/])ZXlK[A-Za-z0-9+/_-]{80,8192}={0,2}/),
    isReal: isNoMask,
  },
]
