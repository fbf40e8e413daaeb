// Hashes of bodies found in the text of rows, against those that their entries name.

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bodyHashes } from '#shared/record/body-hashes.ts'
import type { Entry } from '#shared/record/entry.ts'
import { openMemory } from './open-database.ts'
import { bodiesNamedIn } from './retention.ts'
import { sessionNumber } from './statements.ts'
import { createStore } from './store.ts'

let bodies = 0
const apart = () => {
  bodies += 1
  return { sizeBytes: 9_000, hash: createHash('sha256').update(`${bodies}`).digest('hex') }
}

test('what the rows of a session name is what its entries name', () => {
  const its = { sessionId: 's', exchangeId: 'x', at: 1, monoMs: 1 }
  const call = { agentId: 'a', purpose: 'operation', label: 'GetTask' } as const
  const request = { method: 'POST', headers: [], body: apart() }
  const ended = () => ({ receivedBytes: 1, body: apart(), encodedBody: apart(), leftover: apart() })
  const entries: readonly Entry[] = [
    { ...its, ...request, seq: 1, kind: 'request', call, url: 'http://a/', decoded: apart() },
    { ...its, seq: 2, kind: 'response', status: 200, statusText: '', headers: [] },
    { ...its, seq: 3, kind: 'frame', index: 0, framing: 'sse', raw: apart(), data: apart() },
    { ...its, ...ended(), seq: 4, kind: 'end', reason: 'complete' },
    { ...its, ...ended(), seq: 5, kind: 'failure', failure: 'reset', message: 'reset' },
    {
      ...its,
      ...request,
      body: apart(),
      seq: 6,
      kind: 'webhook',
      path: '/',
      remoteAddress: '',
      answeredStatus: 200,
    },
    { ...its, seq: 7, kind: 'note', text: 'none' },
  ]
  const store = createStore(openMemory())
  const rows = entries.map((packed) => ({ packed }))
  store.write({ rows, bodies: new Map(), sessions: [{ sessionId: 's', title: '', createdAt: 1 }] })
  const naming = bodiesNamedIn(store, sessionNumber(store, 's') ?? 0)
  let step = naming.next()
  while (!step.done) step = naming.next()
  expect(bodies).toBe(11)
  expect([...step.value].toSorted()).toEqual(entries.flatMap(bodyHashes).toSorted())
  expect(step.value.size).toBe(bodies)
})
