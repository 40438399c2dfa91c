// Experiments that are not predicted, by client, each with what is known of it. A test fails when one of them is
// predicted after all, or another one is not.

export const KNOWN_DIFFERENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2.1.325': {
    'line-invalid-utf8': 'bytes that are no UTF-8 in a line: the client loses the line, we read it',
    'found-blank-result-command': 'a command below a result that is not sent: the result is kept',
    'found-run-answered': 'a run of calls without results before the open round',
    'found-run-answered-open': 'a run of calls without results before the open round',
    'found-run-attachment-between': 'a run of calls without results before the open round',
    'found-run-attachment-prompt': 'a run of calls without results before the open round',
    'found-run-attachment-side': 'a run of calls without results before the open round',
    'found-run-attachment-start': 'a run of calls without results before the open round',
    'found-run-attachment-tip': 'a run of calls without results before the open round',
    'found-run-orphan': 'a run of calls without results before the open round',
    'found-run-queued': 'a run of calls without results before the open round',
    'found-run-two-texts': 'a run of calls without results before the open round',
    'found-text-result-command': 'a command below a result that is not sent: the result is kept',
    'found-thinking-result-command': 'a command below a result that is not sent: the result is kept',
    'found-virtual-call-only': 'an answer that is only a virtual call',
  },
  '2.0.42': {},
  '1.0.128': {},
}

export function isKnownDifference(client: string, name: string): boolean {
  return KNOWN_DIFFERENCES[client]?.[name] !== undefined
}
