import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completeFilter } from './complete-filter.ts'
import { filterKeyNames } from './filter-keys.ts'
import { parseFilter } from './parse-filter.ts'

describe('terms', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['method:message/stream', [{ kind: 'texts', key: 'method', values: ['message/stream'] }]],
    ['METHOD:Get', [{ kind: 'texts', key: 'method', values: ['Get'] }]],
    ['status:ERROR,404', [{ kind: 'texts', key: 'status', values: ['error', '404'] }]],
    ['status>=400', [{ kind: 'amounts', key: 'status', comparison: '>=', amounts: [400] }]],
    ['-kind:webhook', [{ kind: 'texts', key: 'kind', values: ['webhook'], negated: true }]],
    ['size>10k', [{ kind: 'amounts', key: 'size', comparison: '>', amounts: [10_000] }]],
    ['dur>1.5s', [{ kind: 'amounts', key: 'dur', comparison: '>', amounts: [1500] }]],
    ['dur<=2min', [{ kind: 'amounts', key: 'dur', comparison: '<=', amounts: [120_000] }]],
    ['code:-32001', [{ kind: 'amounts', key: 'code', comparison: ':', amounts: [-32_001] }]],
    ['agent:"Travel concierge"', [{ kind: 'texts', key: 'agent', values: ['Travel concierge'] }]],
    ['agent:"a, b",c', [{ kind: 'texts', key: 'agent', values: ['a, b', 'c'] }]],
    ['finding:PARLEY-SEQ-005', [{ kind: 'texts', key: 'finding', values: ['parley-seq-005'] }]],
    [
      '"free text" word',
      [
        { kind: 'words', text: 'free text' },
        { kind: 'words', text: 'word' },
      ],
    ],
    ['-"free text"', [{ kind: 'words', text: 'free text', negated: true }]],
    ['http://127.0.0.1:8/a', [{ kind: 'words', text: 'http://127.0.0.1:8/a' }]],
  ])('%s', (text, expected) => {
    const { terms, errors } = parseFilter(text)
    expect(errors).toEqual([])
    expect(terms).toEqual(
      expected.map((term) => ({
        negated: false,
        ...term,
        start: expect.any(Number),
        end: expect.any(Number),
      })),
    )
  })
})

describe('what makes no sense has a place and a sentence, and the rest still counts', () => {
  test.each([
    ['foo:bar ok', 'foo:bar', 'Nothing is called “foo”'],
    ['ok duration>1s', 'duration>1s', 'Did you mean dur:?'],
    ['ok status:nice', 'status:nice', '“nice” is none of error, ok, open, failed'],
    ['ok size>many', 'size>many', '“many” isn’t an amount'],
    ['ok dur>1kb', 'dur>1kb', '“1kb” isn’t an amount'],
    ['ok method>x', 'method>x', 'cannot be compared'],
    ['ok task:', 'task:', 'needs a value'],
    ['ok "open', '"open', 'A quote is not closed'],
    ['ok --', '--', 'It contains no word'],
  ])('%s', (text, place, message) => {
    const { terms, errors } = parseFilter(text)
    expect(errors.map(({ start, end }) => text.slice(start, end))).toEqual([place])
    expect(errors[0]?.message).toContain(message)
    expect(terms).toMatchObject([{ kind: 'words', text: 'ok' }])
  })
})

test('any text is parsed: every stretch of it is a term or an error, in order, and nothing is thrown', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(...filterKeyNames.map((key) => `${key}:`), '>', '-', '"', ' ', ',', '1k'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      const { terms, errors } = parseFilter(text)
      const spans = [...terms, ...errors].sort((a, b) => a.start - b.start)
      let at = 0
      for (const { start, end } of spans) {
        expect(text.slice(at, start).trim()).toBe('')
        expect(end).toBeGreaterThan(start)
        at = end
      }
      expect(text.slice(at).trim()).toBe('')
    }),
  )
})

describe('completion', () => {
  const observed = { method: ['SendMessage', 'GetTask'], agent: ['Travel concierge'] }
  test.each([
    ['me|', 'method:|'],
    ['si|', 'size>|'],
    ['-ki|', '-kind:|'],
    ['status:e|', 'status:error|'],
    ['status:ok,f| x', 'status:ok,failed| x'],
    ['method:task|', 'method:GetTask|'],
    ['agent:tra|', 'agent:"Travel concierge"|'],
    ['a status:o|', 'a status:ok|'],
  ])('%s', (marked, expected) => {
    const cursor = marked.indexOf('|')
    const text = marked.replace('|', '')
    const { from, to, options } = completeFilter(text, cursor, observed)
    expect(`${text.slice(0, from)}${options[0]?.text}|${text.slice(to)}`).toBe(expected)
  })

  test.each(['unknown:x', 'size>1', 'status:error'])('nothing is offered for %s', (text) => {
    expect(completeFilter(text, text.length).options).toEqual([])
  })

  test('whatever is offered first after a key is a value the parser takes', () => {
    for (const key of filterKeyNames) {
      for (const { text } of completeFilter(`${key}:`, key.length + 1).options) {
        expect(parseFilter(`${key}:${text}`).errors).toEqual([])
      }
    }
  })
})
