import { expect, test } from 'vitest'
import { type Recalled, recall } from './recall.ts'

const texts = ['third', 'second', 'first']

/** The texts of a series of steps, each from the previous result; "-" where the key is not for recalling. */
function walked(written: string, ...steps: readonly ('older' | 'newer')[]): readonly string[] {
  let last: Recalled | undefined
  let text = written
  return steps.map((step) => {
    const recalled = recall(texts, last, step, text)
    last = recalled ?? last
    text = recalled?.text ?? text
    return recalled?.text ?? '-'
  })
}

test('from nothing written it goes back to the first, and no further', () => {
  expect(walked('', 'older', 'older', 'older', 'older')).toEqual(['third', 'second', 'first', '-'])
})

test('it comes forth again up to nothing written, and starts anew from there', () => {
  expect(walked('', 'older', 'older', 'newer', 'newer', 'newer', 'older')).toEqual([
    'third',
    'second',
    'third',
    '',
    '-',
    'third',
  ])
})

test('what was written by hand stays', () => {
  expect(walked('my words', 'older', 'newer')).toEqual(['-', '-'])
  expect(recall(texts, { position: 1, text: 'second' }, 'older', 'second, and more')).toBeUndefined()
})

test('a text said twice is gone past', () => {
  const twice = ['again', 'again', 'before']
  expect(recall(twice, { position: 0, text: 'again' }, 'older', 'again')).toEqual({
    position: 1,
    text: 'again',
  })
})
