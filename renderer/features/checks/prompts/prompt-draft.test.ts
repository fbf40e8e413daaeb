import { expect, test } from 'vitest'
import { changedPrompts, filledBy, savedPrompts } from './prompt-draft.ts'

test('a trial fills in what is empty, and leaves what was written', () => {
  const before = { 'tck-cancel': { prompt: 'Wait' }, 'tck-multi-turn': { prompt: ' ', answer: 'Tea' } }
  const proposed = {
    'tck-cancel': { prompt: 'Plan' },
    'tck-multi-turn': { prompt: 'Ask me' },
    'tck-complete-task': { prompt: 'Hello' },
  }
  expect(filledBy(before, proposed)).toEqual({
    prompts: {
      'tck-cancel': { prompt: 'Wait' },
      'tck-multi-turn': { prompt: 'Ask me', answer: 'Tea' },
      'tck-complete-task': { prompt: 'Hello' },
    },
    filled: ['tck-multi-turn', 'tck-complete-task'],
  })
})

test('an emptied prompt is no longer mapped', () => {
  const typed = changedPrompts({ 'tck-cancel': { prompt: 'Wait' } }, 'tck-cancel', { prompt: ' ' })
  expect(savedPrompts(changedPrompts(typed, 'tck-multi-turn', { prompt: ' Ask ', answer: ' ' }))).toEqual({
    'tck-multi-turn': { prompt: 'Ask' },
  })
})
