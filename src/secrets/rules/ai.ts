import { at, isNoMask, type SecretRule, token } from '../rule.js'

/** Keys of models and of places that run them. */
export const ai: readonly SecretRule[] = [
  token('anthropic-key', ['sk-ant-'], /sk-ant-[a-z]{2,8}\d{0,2}-[\w-]{20,}/),
  token('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-'], /sk-(?:proj|svcacct|admin)-[\w-]{40,}/),
  {
    kind: 'openai-key',
    words: ['t3blbkfj'],
    pattern: at(/(?<=(?<head>(?<![A-Za-z])sk-[\w-]{20,80}))T3BlbkFJ[\w-]{20,}/),
    isReal: isNoMask,
  },
  token('openai-key', ['sk-'], /(?<![\w-])sk-(?=[A-Za-z]{0,47}\d)[A-Za-z0-9]{48}(?![\w-])/),
  token('openrouter-key', ['sk-or-v1-'], /sk-or-v1-[0-9a-f]{64}/),
  token('google-api-key', ['aiza'], /AIza[\w-]{35}(?![\w-])/),
  token('huggingface-token', ['hf_', 'api_org_'], /(?:hf|api_org)_[A-Za-z]{34}(?!\w)/),
  token('groq-key', ['gsk_'], /gsk_[A-Za-z0-9]{52}(?!\w)/),
  token('replicate-token', ['r8_'], /r8_[A-Za-z0-9]{37,40}(?!\w)/),
  token('perplexity-key', ['pplx-'], /pplx-[A-Za-z0-9]{48}(?!\w)/),
  token('xai-key', ['xai-'], /xai-[A-Za-z0-9]{80}(?!\w)/),
]
