import { at, isNoMask, type SecretRule, token } from '../rule.js'

/** Tokens of places that keep code, packages, issues and designs. */
export const code: readonly SecretRule[] = [
  token('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /gh[pousr]_\w{36,}/),
  token('github-pat', ['github_pat_'], /github_pat_\w{60,}/),
  {
    kind: 'github-url-token',
    words: [':x-oauth-basic@'],
    pattern: at(/(?<=:\/\/(?<secret>[\w.~%-]{1,256})):x-oauth-basic@github\.com/),
  },
  token(
    'gitlab-token',
    ['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glft-', 'glsoat-', 'glcbt-', 'gloas-', 'glimt-', 'glagent-'],
    /gl(?:pat|ptt|dt|rt|ft|soat|cbt|oas|imt|agent)-[\w.-]{20,}/,
  ),
  token('bitbucket-password', ['atbb'], /(?<!\w)ATBB[A-Za-z0-9]{32}(?!\w)/),
  token('atlassian-token', ['atatt3', 'atctt3'], /AT[AC]TT3[\w=-]{60,}/),
  token('npm-token', ['npm_'], /npm_\w{36}(?!\w)/),
  {
    kind: 'npm-auth-token',
    words: ['_authtoken'],
    pattern: at(/_authToken\s?=\s?["']?(?<secret>(?!\$|<|npm_)[^\s"'$<>]{8,})/),
    isReal: isNoMask,
  },
  token('pypi-token', ['pypi-age'], /pypi-AgE[\w-]{50,}/),
  token('rubygems-key', ['rubygems_'], /rubygems_[0-9a-f]{48}(?!\w)/),
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], /dckr_[po]at_[\w-]{27,}/),
  token('nuget-key', ['oy2'], /(?<!\w)oy2[a-z0-9]{43}(?!\w)/),
  token('linear-key', ['lin_api_', 'lin_oauth_'], /lin_(?:api|oauth)_\w{32,}/),
  token('sonar-token', ['sqp_', 'squ_', 'sqa_'], /sq[pua]_[0-9a-f]{40}(?!\w)/),
  token('sentry-token', ['sntrys_', 'sntryu_'], /sntryu_[0-9a-f]{64}(?!\w)|sntrys_eyJ[\w+/=-]{60,}/),
  token('postman-key', ['pmak-'], /PMAK-[0-9a-f]{24}-[0-9a-f]{34}(?!\w)/),
  token('figma-token', ['figd_'], /figd_[\w-]{40}(?![\w-])/),
  token('notion-token', ['ntn_', 'secret_'], /ntn_[A-Za-z0-9]{40,50}(?!\w)|(?<!\w)secret_[A-Za-z0-9]{43}(?!\w)/),
  token('onepassword-token', ['ops_ey'], /ops_eyJ[A-Za-z0-9+/=_-]{100,}/),
]
