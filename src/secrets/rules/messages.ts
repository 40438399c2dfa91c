import { at, isNoMask, type SecretRule, token } from '../rule.js'

/** Tokens of chats, mail and telephones. */
export const messages: readonly SecretRule[] = [
  token(
    'slack-token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxe.', 'xapp-', 'xoxc-', 'xoxd-'],
    /xoxd-[\w%+/=-]{40,400}|(?:xox[abcporse]|xapp|xoxe\.xox[bp])-(?:\d-)?(?:[A-Za-z0-9]{1,80}-){1,8}[A-Za-z0-9]{6,200}(?![A-Za-z0-9])/,
  ),
  {
    kind: 'slack-webhook',
    words: ['hooks.slack.com'],
    pattern: at(
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9]{1,40}\/[A-Za-z0-9]{1,40}\/[A-Za-z0-9]{1,60}(?:\/[A-Za-z0-9]{1,60})?)/i,
    ),
    isReal: isNoMask,
  },
  {
    kind: 'discord-webhook',
    words: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    pattern: at(/discord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{17,20}\/[\w-]{60,80})/i),
    isReal: isNoMask,
  },
  {
    kind: 'telegram-token',
    words: [':aa'],
    pattern: at(/(?<=(?<head>(?<![\w:])\d{8,10})):AA[\w-]{33}(?![\w-])/),
    isReal: isNoMask,
  },
  {
    kind: 'twilio-key',
    words: ['twilio'],
    pattern: at(/twilio\w{0,30}["']?[\s:=,("']{1,8}(?<secret>(?:SK|AC)?[0-9a-f]{32})(?![0-9a-zA-Z])/i),
  },
  // As wide as others look for it: a dot on each side of a word is rare behind SG.
  token('sendgrid-key', ['sg.'], /(?<![\w.])SG\.\w{1,128}\.[\w-]{2,256}/),
  token('mailgun-key', ['key-'], /(?<![\w-])key-[0-9a-f]{32}(?!\w)/),
  {
    kind: 'mailchimp-key',
    words: ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9'],
    pattern: at(/(?<=(?<head>(?<!\w)[0-9a-f]{32}))-us\d{1,2}(?!\w)/),
  },
  token('brevo-key', ['xkeysib-'], /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}(?!\w)/),
]
