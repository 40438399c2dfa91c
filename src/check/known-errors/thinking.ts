// What the API says about thinking (A0, A3).

import { type KnownError, TAKE_OUT } from './known-error.js'

const THINKING_GOES =
  'Remove all thinking from that message to the end; removing only this block is not enough. Client 2.1 does this itself: it retries without thinking.'

export const THINKING_ERRORS: readonly KnownError[] = [
  {
    id: 'thinking-bound',
    wording:
      'messages.N.content.M: Invalid `signature` in `thinking` block. The block is bound to a different conversation. …',
    by: 'API',
    rule: 'A0',
    says: /bound to a different conversation|not created in this conversation|thinking block that preceded this one/i,
    cause:
      'The signature of thinking covers everything before it, and something before this block has changed: a prompt, an answer, a result, the system prompt or the tools.',
    codes: ['thinking-moved', 'uuid-duplicate-differs', 'parent-missing', 'parent-null'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-modified',
    wording:
      'messages.N.content.M: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. …',
    by: 'API',
    rule: 'A3.1',
    says: /blocks in the latest assistant message cannot be modified/i,
    cause: 'The thinking of the last answer was changed, moved or partly removed.',
    codes: ['thinking-moved', 'thinking-unsigned', 'thinking-redacted-empty'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-data',
    wording: 'messages.N.content.M: Invalid `data` in `redacted_thinking` block',
    by: 'API',
    rule: 'A3.2',
    says: /invalid data in redacted_thinking/i,
    cause: 'A redacted thinking block has no data, or data that does not come from the API.',
    codes: ['thinking-redacted-empty'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-unsigned',
    wording: 'messages.N.content.M.thinking.signature: Field required',
    by: 'API',
    rule: 'A3.2',
    says: /thinking\.signature: field required/i,
    cause: 'A thinking block has no signature.',
    codes: ['thinking-unsigned'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-signature',
    wording: 'messages.N.content.M: Invalid `signature` in `thinking` block',
    by: 'API',
    rule: 'A3.2',
    says: /invalid signature in thinking block/i,
    cause:
      'The signature of a thinking block does not match: the text, the signature or something before it has changed, or it comes from another provider.',
    codes: ['thinking-unsigned', 'thinking-moved'],
    names: 'thinking',
    advice: THINKING_GOES,
  },
  {
    id: 'thinking-empty',
    wording: 'messages.N.content.M.thinking: each thinking block must contain thinking',
    by: 'API',
    rule: 'A3.3',
    says: /each thinking block must contain/i,
    cause:
      'A thinking block is empty. New models write such blocks and require them; models of generation 4 reject them.',
    codes: ['thinking-unsigned'],
    names: 'thinking',
    advice: 'Resume with the model that wrote the block, or remove the thinking from there on.',
  },
  {
    id: 'thinking-not-first',
    wording: 'messages.N.content.M.type: Expected `thinking` or `redacted_thinking`, but found `text`. …',
    by: 'API',
    rule: 'A3.4',
    says: /expected thinking or redacted_thinking, but found|first block must be thinking or redacted_thinking/i,
    cause:
      'On models up to generation 4.5, an answer with thinking must start with it, and the answer before the last tool results must have it.',
    codes: ['thinking-not-first'],
    names: 'message',
    advice: 'Remove the thinking of this answer, or resume with a newer model.',
  },
  {
    id: 'thinking-last',
    wording: 'messages.N: The final block in an assistant message cannot be `thinking`.',
    by: 'API',
    rule: 'A3.5',
    says: /final block in an assistant message cannot be thinking/i,
    cause: 'An answer ends with thinking: what followed it was removed.',
    codes: ['thinking-last'],
    names: 'message',
    advice: TAKE_OUT,
  },
]
