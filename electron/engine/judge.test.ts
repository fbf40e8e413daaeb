// Findings in the record: real agents of the kit, called through the wire.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeCard } from '#shared/a2a/card.ts'
import { chooseInterface } from '#shared/a2a/choose-interface.ts'
import type { AgentCard, Message } from '#shared/a2a/model.ts'
import type { Operation } from '#shared/a2a/operation.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'
import { createJudge } from './judge.ts'
import { openRecord, type SessionRecord } from './store/record.ts'
import { createWire, type Wire } from './wire/wire.ts'

let dataDir: string
let record: SessionRecord
let wire: Wire
let sessionId: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-judge-'))
  record = openRecord({ dataDir })
  wire = createWire({ record, judge: createJudge() })
  sessionId = record.createSession('judge').sessionId
})
afterEach(() => {
  wire.close()
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each([
  ['hybrid', []],
  ['keep-alives', []],
  ['crlf', []],
  // Valid, except for a card that announces an extended one without a security scheme.
  ['v0.2.6', ['end CARD-EXT-001']],
  ['v0.3', ['end CARD-EXT-001']],
  ['v0.3-rest', ['end CARD-EXT-001']],
  ['v0.3-grpc', ['end CARD-EXT-001']],
  ['v1.0', ['end CARD-EXT-001']],
  ['v1.0-rest', ['end CARD-EXT-001']],
  ['v1.0-grpc', ['end CARD-EXT-001']],
])('%s gives no false alarm', async (name, expected) => {
  expect(await findingsOf(name)).toEqual(expected)
})

test.each([
  ['terminal-then-more', ['frame PARLEY-SEQ-002']],
  ['jumps-back', ['frame PARLEY-SEQ-002']],
  ['append-to-unknown', ['frame PARLEY-SEQ-005']],
  ['append-after-last', ['frame PARLEY-SEQ-006']],
  ['id-drift', ['frame PARLEY-SEQ-007']],
  ['closed-early', ['end PARLEY-SEQ-003']],
  ['no-first-task', ['frame CORE-STREAM-003']],
  ['duplicate-events', ['frame PARLEY-SEQ-006', 'frame PARLEY-SEQ-001']],
  ['kind-and-wrapper', ['frame PARLEY-OBJ-005']],
  ['kindless', ['frame PARLEY-OBJ-006']],
  ['stream-bom', ['end PARLEY-HTTP-004']],
  ['record-separators', ['end PARLEY-SSE-006']],
  ['unended-event', ['end PARLEY-SSE-002', 'end PARLEY-SEQ-003']],
  ['ndjson', ['end PARLEY-HTTP-007']],
  ['bare-lines', ['end PARLEY-SSE-005']],
  ['fasta2a-0.5', ['end DM-SERIAL-003', 'end CORE-EXECUTION-MODE-001']],
  ['js-1.3', ['end PARLEY-CARD-015']],
  ['litellm', ['end PARLEY-CARD-008']],
  ['docker-agent', ['end PARLEY-CARD-003']],
  ['zeph', ['end PARLEY-CARD-007']],
])('%s: what it does wrong is found on the entry it stands in', async (name, expected) => {
  expect(await findingsOf(name)).toEqual(expected)
})

test.each([
  ['v1.0', []],
  ['v1.0-rest', []],
  ['v1.0-grpc', []],
  ['v0.3', []],
  [
    'heeds-no-limits',
    [
      'GetTask CORE-HIST-001 /result/history',
      'ListTasks CORE-LIST-005 /result/tasks/0/artifacts',
      'ListTasks CORE-HIST-001 /result/tasks/0/history',
    ],
  ],
])('%s: an answer is held to what was asked for', async (name, expected) => {
  const agent = await namedAgent(name).start()
  try {
    const { chosen } = chooseInterface(await readCard(agent.url))
    if (!chosen) throw new Error('no interface to speak')
    const request = (operation: Operation) =>
      wire.call({
        sessionId,
        purpose: 'operation',
        url: chosen.interface.url,
        ...encoded(chosen.dialect, chosen.binding, operation),
      }).done
    const message: Message = { messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'hi' }] }
    const outcome = await request({ kind: 'send', message })
    const update =
      outcome.kind === 'reply' &&
      outcome.decoded.kind === 'result' &&
      outcome.decoded.result.kind === 'update'
        ? outcome.decoded.result.update
        : undefined
    const taskId = update?.kind === 'task' ? update.task.id : ''
    await request({ kind: 'get', taskId })
    await request({ kind: 'get', taskId, historyLength: 0 })
    if (chosen.dialect === '1.0') {
      await request({ kind: 'list', historyLength: 0 })
      await request({ kind: 'list', includeArtifacts: true })
    }
  } finally {
    await agent.close()
  }
  record.flush()
  const { entries } = await record.read({ after: 0 })
  const labels = new Map(
    entries.flatMap((entry) => (entry.kind === 'request' ? [[entry.exchangeId, entry.call] as const] : [])),
  )
  const reported = entries.flatMap(({ exchangeId, findings = [] }) => {
    const call = labels.get(exchangeId)
    return call?.purpose === 'operation'
      ? findings.map(({ rule, pointer }) => `${call.label} ${rule} ${pointer}`)
      : []
  })
  expect(reported).toEqual(expected)
})

/** Warnings and errors in the record after the card was read and one message streamed, or sent where nothing streams. */
async function findingsOf(name: string): Promise<readonly string[]> {
  // Its clock stands still: a repeated event is equal whatever the machine does meanwhile.
  const agent = await namedAgent(name).start({ now: () => new Date('2026-01-01T00:00:00Z') })
  try {
    const card = await readCard(agent.url)
    const { chosen } = chooseInterface(card)
    if (!chosen) throw new Error('no interface to speak')
    const message: Message = { messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'hi' }] }
    const kind = card.capabilities.streaming ? 'stream' : 'send'
    const operation: Operation = { kind, message }
    const { binding, dialect } = chosen
    const { url } = chosen.interface
    await wire.call({ sessionId, purpose: 'operation', url, ...encoded(dialect, binding, operation) }).done
  } finally {
    await agent.close()
  }
  record.flush()
  const { entries } = await record.read({ after: 0 })
  const reported = entries.flatMap((entry) =>
    (entry.findings ?? [])
      .filter(({ severity }) => severity !== 'info')
      .map(({ rule }) => `${entry.kind} ${rule}`),
  )
  return [...new Set(reported)]
}

/** At the path of 0.3 and later, else at that of 0.2. */
async function readCard(base: string): Promise<AgentCard> {
  for (const file of ['agent-card.json', 'agent.json']) {
    const url = `${base}/.well-known/${file}`
    const outcome = await wire.request({ sessionId, purpose: 'card', method: 'GET', url }).done
    if (outcome.kind !== 'body' || outcome.status !== 200) continue
    const decoded = decodeCard(JSON.parse(new TextDecoder().decode(outcome.body)))
    if (decoded.kind === 'result') return decoded.result
  }
  throw new Error('no card')
}
