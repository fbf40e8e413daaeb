import { expect, test } from 'vitest'
import { usageWords } from './usage-words.ts'

test.each([
  [{ 'gen_ai.request.model': 'gpt-5', 'gen_ai.usage.input_tokens': 1_204 }, 'gpt-5 · 1,204 input tokens'],
  [{ 'gen_ai.request.model': 'gpt-5', 'gen_ai.response.model': 'gpt-5-mini' }, 'gpt-5-mini'],
  [{ 'llm.model_name': 'claude', 'llm.token_count.completion': 12 }, 'claude · 12 output tokens'],
  [{ 'gen_ai.request.model': 7, 'gen_ai.usage.input_tokens': 'many' }, ''],
  [{ 'db.system.name': 'sqlite' }, ''],
])('%o is %s', (attributes, words) => {
  expect(usageWords(attributes)).toBe(words)
})
