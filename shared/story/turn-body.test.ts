import { expect, test } from 'vitest'
import type { JsonObject, Part } from '../a2a/model.ts'
import { retoldCalls, type ShownPart } from './turn-body.ts'

const call = (args: JsonObject, id = 'c1'): Part => ({
  kind: 'data',
  data: { id, name: 'book', args },
  metadata: { adk_type: 'function_call' },
})
const toConfirm: Part = {
  kind: 'data',
  data: {
    id: 'c2',
    name: 'adk_request_confirmation',
    args: { originalFunctionCall: { id: 'c1', name: 'book', args: { train: 9 } }, toolConfirmation: {} },
  },
  metadata: { adk_type: 'function_call' },
}
const result = (response: JsonObject, id = 'c1'): Part => ({
  kind: 'data',
  data: { id, name: 'book', response },
  metadata: { adk_type: 'function_response' },
})
const train = call({ train: 9 })

/** What is shown of consecutive parts, each from its own source. */
function shownOf(parts: readonly Part[], closing?: Part): readonly Part[] {
  const shown: ShownPart[] = parts.map((part, event) => ({ part, source: { event }, event }))
  if (closing) shown.push({ part: closing, source: {}, event: parts.length, isClosing: true })
  const { isRetold, isEarly } = retoldCalls(shown)
  const rest = shown.filter(({ source, part }) => !isRetold(source, part))
  const early = rest.filter(({ source, part }) => isEarly(source, part))
  return [...rest.filter((each) => !early.includes(each)), ...early].map(({ part }) => part)
}

test.each<readonly [string, readonly Part[], Part | undefined, readonly Part[]]>([
  ['a call and what came of it', [train, result({ ok: true })], undefined, [train, result({ ok: true })]],
  ['a call that grows', [call({}), train], undefined, [train]],
  [
    'a result that is pending at first',
    [train, result({}), result({ ok: true })],
    undefined,
    [train, result({ ok: true })],
  ],
  [
    'a call to be confirmed, and the result that says so',
    [train, toConfirm, result({})],
    toConfirm,
    [toConfirm],
  ],
  [
    'a call that was confirmed',
    [toConfirm, result({ ok: true })],
    undefined,
    [toConfirm, result({ ok: true })],
  ],
  ['a call that the task waits for', [train, result({})], train, [train, result({})]],
  [
    'another call with the same id',
    [train, result({}), call({ train: 10 })],
    undefined,
    [train, result({}), call({ train: 10 })],
  ],
  ['calls of their own', [train, call({ train: 9 }, 'c3')], undefined, [train, call({ train: 9 }, 'c3')]],
  [
    'text',
    [
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'a' },
    ],
    undefined,
    [
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'a' },
    ],
  ],
])('%s', (_, parts, closing, shown) => {
  expect(shownOf(parts, closing)).toEqual(shown)
})

test('calls without an id are each shown', () => {
  const nameless: Part = {
    kind: 'data',
    data: { name: 'book', args: {} },
    metadata: { adk_type: 'function_call' },
  }
  expect(shownOf([nameless, { ...nameless }])).toHaveLength(2)
})
