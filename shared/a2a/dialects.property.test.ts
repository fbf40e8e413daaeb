// decode(encode(x)) = x, for every dialect and all content it can carry (see e2e/fixtures/carried.ts), through real JSON text
// both ways.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  carriedCard,
  carriedConfig,
  carriedOperation,
  carriedTask,
  carriedUpdate,
  isNew,
} from '../../e2e/fixtures/carried.ts'
import { card, filled, id, pushConfig, task, update } from '../../e2e/fixtures/model.arbitrary.ts'
import { operation } from '../../e2e/fixtures/operation.arbitrary.ts'
import { isFullRun } from '../../e2e/full-run.ts'
import { agentSideOf } from './agent-side.ts'
import { decodeCard } from './card.ts'
import { dialects } from './dialects.ts'
import type { Binding, JsonValue } from './model.ts'

// For each law, dialect and binding.
const runs = { numRuns: isFullRun ? 100 : 20 }

const spoken = dialects.flatMap((dialect) => dialect.bindings.map((binding) => ({ dialect, binding })))

/** As after the wire: plain objects, no undefined, no shared references. */
function plain(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value))
}

function enveloped(binding: Binding, content: JsonValue): JsonValue {
  return plain(binding === 'JSONRPC' ? { jsonrpc: '2.0', id: 1, result: content } : content)
}

describe.each(spoken)('$dialect.id over $binding', ({ dialect, binding }) => {
  const agent = agentSideOf(dialect.id)

  test('an operation comes back from its call', () => {
    fc.assert(
      fc.property(operation, (requested) => {
        const call = dialect.encode(requested, binding)
        const carried = carriedOperation(dialect.id, binding, requested)
        if (call === undefined || carried === undefined) {
          expect([call, carried]).toEqual([undefined, undefined])
          return
        }
        const read = agent.decodeOperation(JSON.parse(JSON.stringify(call)))
        expect(read === undefined ? undefined : plain(read)).toEqual(plain(carried))
      }),
      runs,
    )
  })

  test('an update comes back from the answer to a send', () => {
    fc.assert(
      fc.property(update, (output) => {
        const carried = carriedUpdate(dialect.id, output)
        const raw = enveloped(binding, agent.encodeResult({ kind: 'update', update: carried }))
        const decoded = plain(dialect.decodeReply('send', binding, raw))
        expect(decoded).toEqual({ kind: 'result', result: { kind: 'update', update: plain(carried) } })
      }),
      runs,
    )
  })

  test('an update comes back from a stream', () => {
    // A stream of 0.1 carries events alone (PROTOCOL 3.2): a whole task there would read as one.
    const streamed = dialect.id === '0.1' ? update.filter((output) => output.kind !== 'task') : update
    fc.assert(
      fc.property(streamed, (output) => {
        const carried = carriedUpdate(dialect.id, output)
        const raw = enveloped(binding, agent.encodeUpdate(carried))
        expect(plain(dialect.decodeEvent(binding, raw))).toEqual({ kind: 'result', result: plain(carried) })
      }),
      runs,
    )
  })

  test('a task comes back from GetTask', () => {
    fc.assert(
      fc.property(task, (existing) => {
        const carried = carriedTask(dialect.id, existing)
        const raw = enveloped(binding, agent.encodeResult({ kind: 'task', task: carried }))
        const decoded = plain(dialect.decodeReply('get', binding, raw))
        expect(decoded).toEqual({ kind: 'result', result: { kind: 'task', task: plain(carried) } })
      }),
      runs,
    )
  })

  test('a push configuration and a page of them come back', () => {
    fc.assert(
      fc.property(pushConfig, id, filled, (config, taskId, nextPageToken) => {
        const carried = { ...carriedConfig(dialect.id, config, taskId), taskId }
        const one = enveloped(binding, agent.encodeResult({ kind: 'push-config', config: carried }))
        expect(plain(dialect.decodeReply('push-get', binding, one))).toEqual({
          kind: 'result',
          result: { kind: 'push-config', config: plain(carried) },
        })
        const paged = isNew(dialect.id) || dialect.id === '0.3-proto' ? { nextPageToken } : {}
        const page = { configs: [carried, carried], ...paged }
        const many = enveloped(binding, agent.encodeResult({ kind: 'push-configs', page }))
        expect(plain(dialect.decodeReply('push-list', binding, many))).toEqual({
          kind: 'result',
          result: { kind: 'push-configs', page: plain(page) },
        })
      }),
      runs,
    )
  })

  test('a page of tasks comes back', () => {
    fc.assert(
      fc.property(
        fc.array(task, { maxLength: 2 }),
        fc.string(),
        fc.nat(),
        (tasks, nextPageToken, totalSize) => {
          const carried = tasks.map((existing) => carriedTask(dialect.id, existing))
          const counts = isNew(dialect.id) ? { nextPageToken, pageSize: 2, totalSize } : {}
          const page = { tasks: carried, ...counts }
          const raw = enveloped(binding, agent.encodeResult({ kind: 'tasks', page }))
          expect(plain(dialect.decodeReply('list', binding, raw))).toEqual({
            kind: 'result',
            result: { kind: 'tasks', page: plain(page) },
          })
        },
      ),
      runs,
    )
  })
})

describe.each(dialects)('$id', (dialect) => {
  const agent = agentSideOf(dialect.id)

  test('an update comes back from a webhook body', () => {
    const posted = dialect.id === '0.1' ? update.filter((output) => output.kind === 'task') : update
    fc.assert(
      fc.property(posted, (output) => {
        // The body is 0.3 JSON even for an agent of `a2a.v1` (PROTOCOL 6.2).
        const carried = carriedUpdate(dialect.id === '0.3-proto' ? '0.3' : dialect.id, output)
        const decoded = dialect.decodeWebhook(plain(agent.encodeWebhook(carried)))
        expect(plain(decoded)).toEqual({ kind: 'result', result: plain(carried) })
      }),
      runs,
    )
  })

  test('a card comes back', () => {
    fc.assert(
      fc.property(card, (shown) => {
        const carried = carriedCard(dialect.id, shown)
        const decoded = decodeCard(plain(agent.encodeCard(carried)))
        expect(plain(decoded)).toEqual({ kind: 'result', result: plain(carried) })
      }),
      runs,
    )
  })
})
