import { describe, expect, test } from 'vitest'
import { dialects } from '#shared/a2a/dialects.ts'
import type { Composed } from '../../../state/compose.ts'
import { callsOf, composedOf } from '../../request-templates/index.ts'
import {
  badHeaders,
  bytesOfHex,
  composedFrom,
  handWrittenRequestOf,
  headersOf,
  hexOfBytes,
  obstacleOf,
  problemsOf,
} from './composed.ts'

const url = 'https://agent.example.com/a2a'
const templates = dialects.flatMap(({ id: dialect, bindings }) =>
  bindings.flatMap((binding) => callsOf(dialect, binding).map((kind) => ({ dialect, binding, kind }))),
)

test.each(templates)(
  'the template of $kind is as $dialect over $binding wants it',
  ({ dialect, binding, kind }) => {
    const composed = composedOf(kind, { dialect, binding, url, messageId: 'm' })
    if (composed === undefined) throw new Error('there is no template')
    expect({ problems: problemsOf(composed), obstacle: obstacleOf(composed) }).toEqual({
      problems: [],
      obstacle: undefined,
    })
  },
)

const sent: Composed = {
  agentId: 'a',
  dialect: '1.0',
  binding: 'JSONRPC',
  method: 'POST',
  url,
  headers: 'Content-Type: application/json',
  bodyForm: 'text',
  text: '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}',
  hex: '',
  credentials: true,
}

describe('what is wrong is said', () => {
  test.each<readonly [string, Partial<Composed>, readonly { pointer: string; message: RegExp }[]]>([
    ['nothing', {}, []],
    ['no JSON', { text: '{' }, [{ pointer: '', message: /isn’t JSON/ }]],
    [
      'another version’s name',
      { text: sent.text.replace('GetTask', 'tasks/get') },
      [{ pointer: '/method', message: /no call/ }],
    ],
    [
      'a member missing',
      { text: sent.text.replace('"id":"t"', '') },
      [{ pointer: '/params/id', message: /id/ }],
    ],
    ['no header', { headers: 'A b: c' }, [{ pointer: '', message: /isn’t a header/ }]],
    ['no version to hold it against', { dialect: undefined, text: '[]' }, []],
    ['bytes are nobody’s business', { bodyForm: 'hex', text: '{' }, []],
  ])('%s', (_name, changes, expected) => {
    expect(problemsOf({ ...sent, ...changes })).toEqual(
      expected.map(({ pointer, message }) =>
        expect.objectContaining({ pointer, message: expect.stringMatching(message) }),
      ),
    )
  })
})

test.each<readonly [Partial<Composed>, RegExp | undefined]>([
  [{}, undefined],
  [{ url: 'agent' }, /http:/],
  [{ url: 'file:///etc/passwd' }, /http:/],
  [{ url: 'host:1', binding: 'GRPC' }, undefined],
  [{ method: ' ' }, /method/],
  [{ bodyForm: 'hex', hex: '0' }, /pairs/],
])('only what is no request at all is held back: %o', (changes, obstacle) => {
  const match = obstacleOf({ ...sent, ...changes })
  if (obstacle === undefined) expect(match).toBeUndefined()
  else expect(match).toMatch(obstacle)
})

test('a draft is sent as it was read', () => {
  const draft = {
    method: 'PUT',
    url,
    headers: [['X-A', 'b: c']],
    body: { kind: 'bytes', base64: 'AP8=' },
  } as const
  const composed = composedFrom(draft, 'x')
  expect(composed.hex).toBe('00 ff')
  expect(handWrittenRequestOf(composed)).toEqual({ ...draft, from: 'x', credentials: false })
})

test('a body on one line is edited with a member a line, and nothing of it is lost', () => {
  const textOf = (text: string) =>
    composedFrom({ method: 'POST', url, headers: [], body: { kind: 'text', text } }, 'x').text
  expect(textOf('{"a":1.0,"a":[]}')).toBe('{\n  "a": 1.0,\n  "a": []\n}')
  for (const text of ['{"a":', '{\n"a":1}', `[${'1,'.repeat(200_000)}1]`]) expect(textOf(text)).toBe(text)
})

test('headers and bytes are read as people write them', () => {
  expect(headersOf('A: b\n\n  C :d:e \nlonely')).toEqual([
    ['A', 'b'],
    ['C', 'd:e'],
    ['lonely', ''],
  ])
  expect(badHeaders('Good-1: ok\nBad name: x\nÜ: y\nV: \u2192')).toEqual(['Bad name', 'Ü', 'V'])
  expect(bytesOfHex('00 FF\n0a')).toEqual(Uint8Array.of(0, 255, 10))
  expect(bytesOfHex('0x')).toBeUndefined()
  expect(hexOfBytes(Uint8Array.from({ length: 17 }, () => 1))).toBe(`${'01 '.repeat(15)}01\n01`)
})
