import { at, followedBy, isNoMask, type SecretRule, token } from '../rule.js'

const ASSIGNED = String.raw`["']?\s{0,8}(?:=>|[:=])\s{0,8}["']?`

/** Keys of clouds, hosts and stores. */
export const cloud: readonly SecretRule[] = [
  token(
    'aws-access-key-id',
    ['akia', 'asia', 'agpa', 'aida', 'aroa', 'aipa', 'anpa', 'anva', 'abia', 'acca', 'a3t'],
    /(?<!\w)(?:A3T[A-Z0-9]|AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ABIA|ACCA)(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16}(?!\w)/,
  ),
  {
    kind: 'aws-secret-key',
    words: ['secret_access_key', 'secretaccesskey', 'secret_accesskey', 'secretaccess_key'],
    pattern: at(new RegExp(`secret_?access_?key${ASSIGNED}(?<secret>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])`, 'i')),
    isReal: isNoMask,
  },
  {
    kind: 'aws-session-token',
    words: ['session_token', 'sessiontoken'],
    pattern: at(new RegExp(`session_?token${ASSIGNED}(?<secret>[A-Za-z0-9/+=]{100,})`, 'i')),
    isReal: value => isNoMask(value) && !value.includes('EXAMPLE'),
  },
  {
    kind: 'aws-account-id',
    words: ['account'],
    mayBe: followedBy('_iI"\'\\ \t:='),
    pattern: at(
      new RegExp(
        String.raw`(?:ACCOUNT|account|Account)_?(?:ID|id|Id)?${ASSIGNED}(?<secret>\d{4}-?\d{4}-?\d{4})(?![\w-])`,
      ),
    ),
    // Those of the documentation.
    isReal: value => new Set(value.replace(/-/g, '')).size > 4 && !value.startsWith('1234'),
  },
  token('google-oauth-secret', ['gocspx-'], /GOCSPX-[\w-]{28}(?![\w-])/),
  token('google-access-token', ['ya29.'], /ya29\.[\w-]{30,}/),
  token('google-refresh-token', ['1//0'], /(?<!\w)1\/\/0[\w-]{40,}/),
  {
    kind: 'azure-storage-key',
    words: ['accountkey'],
    pattern: at(/AccountKey\s{0,4}=\s{0,4}(?<secret>[A-Za-z0-9+/]{86}==)/i),
  },
  {
    kind: 'azure-shared-access-key',
    words: ['sharedaccesskey'],
    pattern: at(/SharedAccessKey\s{0,4}=\s{0,4}(?<secret>[A-Za-z0-9+/]{43}=)/i),
  },
  {
    kind: 'azure-sas',
    words: ['sig='],
    pattern: at(/(?<=[?&;])sig=(?<secret>[A-Za-z0-9%+/]{42,70}(?:%3D|=))/i),
  },
  {
    kind: 'azure-client-secret',
    words: ['7q~', '8q~'],
    pattern: at(/(?<=(?<head>(?<![\w.~-])[\w.~-]{3}))[78]Q~[\w.~-]{31,34}(?![\w~-])/),
    isReal: isNoMask,
  },
  token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], /do[opr]_v1_[0-9a-f]{64}(?!\w)/),
  token('heroku-key', ['hrku-aa'], /HRKU-AA[\w-]{58}(?![\w-])/),
  token('vault-token', ['hvs.', 'hvb.', 'hvr.'], /hv[sbr]\.[\w-]{24,}/),
  {
    kind: 'terraform-token',
    words: ['.atlasv1.'],
    pattern: at(/(?<=(?<head>(?<!\w)[A-Za-z0-9]{14}))\.atlasv1\.[\w=-]{60,}/),
    isReal: isNoMask,
  },
  token('fly-token', ['fo1_', 'fm1r_', 'fm2_'], /fo1_[\w-]{43}(?![\w-])|fm(?:1r|2)_[A-Za-z0-9+/=_,-]{60,}/),
  token('supabase-token', ['sbp_', 'sb_secret_'], /sbp_[0-9a-f]{40}(?!\w)|sb_secret_[\w-]{20,}/),
  token('databricks-token', ['dapi'], /dapi[0-9a-f]{32}(?!\w)/),
  token('planetscale-token', ['pscale_'], /pscale_(?:tkn|pw|oauth)_[\w.=-]{32,}/),
  token('netlify-token', ['nfp_'], /nfp_[A-Za-z0-9]{36}(?!\w)/),
  token('alibaba-key-id', ['ltai'], /(?<!\w)LTAI[A-Za-z0-9]{20}(?!\w)/),
  token(
    'doppler-token',
    ['dp.pt.', 'dp.st.', 'dp.sa.', 'dp.ct.'],
    /dp\.(?:pt|st|sa|ct)\.(?:[\w-]{2,35}\.)?[A-Za-z0-9]{40,44}(?!\w)/,
  ),
  token('pulumi-token', ['pul-'], /pul-[0-9a-f]{40}(?!\w)/),
]
