// Every agent is hostile: decoders answer any JSON quickly, without changing it, and the model contains nothing that the JSON
// did not.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { damaged, deepJson, hostileJson } from '../../e2e/fixtures/hostile-json.arbitrary.ts'
import { card, task, update } from '../../e2e/fixtures/model.arbitrary.ts'
import { agentSideOf } from './agent-side.ts'
import { decodeCard } from './card.ts'
import { chooseInterface } from './choose-interface.ts'
import { detectFromCard, detectFromEvent, detectFromReply, detectFromWebhook } from './detect.ts'
import type { WireCall } from './dialect.ts'
import { dialects } from './dialects.ts'
import type { JsonObject, JsonValue } from './model.ts'
import { operationKinds } from './operation.ts'
import { maxDepth, maxValues, outOfBounds } from './read/bound.ts'

const agents = dialects.map(({ id }) => agentSideOf(id))
const bodies: fc.Arbitrary<JsonValue> = fc.oneof(
  hostileJson,
  ...agents.flatMap((agent) => [
    damaged(update.map((output) => agent.encodeUpdate(output))),
    damaged(update.map((output) => ({ jsonrpc: '2.0', id: 1, result: agent.encodeUpdate(output) }))),
    damaged(task.map((existing) => agent.encodeResult({ kind: 'task', task: existing }))),
    damaged(card.map((shown) => agent.encodeCard(shown))),
  ]),
)

function everyDecoder(raw: JsonValue): readonly unknown[] {
  const decoded = decodeCard(raw)
  const matches =
    decoded.kind === 'result' ? [chooseInterface(decoded.result), detectFromCard(decoded.result, raw)] : []
  return [
    decoded,
    ...matches,
    detectFromEvent(raw),
    detectFromWebhook(raw),
    ...dialects.flatMap((dialect) => [
      dialect.decodeEvent('JSONRPC', raw),
      dialect.decodeWebhook(raw),
      detectFromReply({ method: 'GetTask', dialect: dialect.id, raw }),
      ...operationKinds.flatMap((operation) => [
        dialect.decodeReply(operation, 'JSONRPC', raw, 200),
        dialect.decodeReply(operation, 'HTTP+JSON', raw, 500),
      ]),
    ]),
  ]
}

describe('any JSON', () => {
  test('is answered by every decoder and left as it was', () => {
    fc.assert(
      fc.property(bodies, (raw) => {
        const before = JSON.stringify(raw)
        const decoded = everyDecoder(deepFreeze(raw))
        expect(decoded.every((item) => item !== undefined)).toBe(true)
        expect(JSON.stringify(raw)).toBe(before)
      }),
    )
  })

  test('asked for as an operation is answered too', () => {
    fc.assert(
      fc.property(
        bodies,
        fc.constantFrom('/tasks', '/tasks/%', '/tasks/a:cancel', '/message:send', '//'),
        (raw, path) => {
          const content =
            typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? (raw as JsonObject) : {}
          const common = { headers: [], streaming: false }
          const methods = [
            'SendMessage',
            'message/send',
            'tasks/pushNotificationConfig/set',
            'CreateTaskPushNotificationConfig',
            'tasks/send',
          ]
          const calls: readonly WireCall[] = [
            ...methods.map((method) => ({ binding: 'JSONRPC' as const, method, params: content, ...common })),
            ...(['GET', 'POST', 'DELETE'] as const).map((verb) => ({
              binding: 'HTTP+JSON' as const,
              verb,
              path,
              query: [['__proto__', 'x'] as const],
              body: content,
              ...common,
            })),
          ]
          for (const agent of agents) {
            for (const call of calls) {
              const operation = agent.decodeOperation(call)
              if (operation !== undefined) expect(operationKinds).toContain(operation.kind)
            }
          }
        },
      ),
    )
  })

  test('puts no text into the model that it did not hold', () => {
    fc.assert(
      fc.property(bodies, (raw) => {
        const sent = new Set<string>()
        collectTexts(raw, sent)
        for (const dialect of dialects) {
          const decoded = dialect.decodeEvent('JSONRPC', raw)
          if (decoded.kind !== 'result') continue
          const shown = new Set<string>()
          collectTexts(decoded.result as unknown as JsonValue, shown)
          const invented = [...shown].filter(
            (text) => !sent.has(text) && !ours.has(text) && !/^index:/.test(text),
          )
          expect(invented).toEqual([])
        }
      }),
    )
  })
})

/** The model's own values: kinds, roles, states, and the empty string for absent members. */
const ours: ReadonlySet<string> = new Set([
  '',
  'task',
  'message',
  'status',
  'artifact',
  'text',
  'file-bytes',
  'file-url',
  'data',
  'unknown',
  'user',
  'agent',
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'canceled',
  'failed',
  'rejected',
])

function collectTexts(value: JsonValue, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) collectTexts(inner, into)
}

function deepFreeze(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) deepFreeze(inner)
  return Object.freeze(value)
}

describe('input out of bounds', () => {
  const deep = [deepJson(200_000, true), deepJson(200_000, false), deepJson(maxDepth + 1, true)]
  const huge: JsonValue = { parts: Array.from({ length: maxValues + 1 }, () => 0), role: 'agent' }

  test.each([...deep, huge].map((raw, index) => ({ raw, index })))(
    'is unreadable, not fatal ($index)',
    ({ raw }) => {
      const [card] = everyDecoder(raw)
      const reason = outOfBounds(raw)
      expect(reason).toBeTypeOf('string')
      expect(card).toEqual({ kind: 'unreadable', reason })
      for (const dialect of dialects) {
        expect(dialect.decodeEvent('JSONRPC', raw)).toEqual({
          kind: 'unreadable',
          reason: `Too complex to parse: ${reason}.`,
        })
        expect(dialect.decodeReply('send', 'JSONRPC', raw)).toEqual({
          kind: 'unreadable',
          reason: `Too complex to parse: ${reason}.`,
        })
      }
    },
  )

  test('is told apart from what just fits', () => {
    expect(outOfBounds(deepJson(maxDepth, true))).toBeUndefined()
    expect(outOfBounds(Array.from({ length: maxValues }, () => 0))).toBeUndefined()
  })
})
