// Limits apply to the agent; a pause of this process does not count.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { redirect } from '../../../e2e/agents/quirks/addresses.ts'
import { systemClock } from '../platform/clock.ts'
import { openRecord, type SessionRecord } from '../store/record.ts'
import { limitTime } from './time-limit.ts'
import { createWire, type Wire } from './wire.ts'

let record: SessionRecord
let wire: Wire | undefined
let dataDir: string
let pausedMs = 0
const clock = { ...systemClock, monoMs: () => systemClock.monoMs() + pausedMs }

beforeEach(() => {
  pausedMs = 0
  dataDir = mkdtempSync(join(tmpdir(), 'parley-limit-'))
  record = openRecord({ dataDir })
})
afterEach(() => {
  wire?.close()
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a limit that runs out within a pause begins anew', async () => {
  const beganMs = systemClock.monoMs()
  await new Promise<void>((resolve, reject) => {
    limitTime('test', clock, 50, { expire: resolve, giveUp: reject })
    pausedMs = 60_000
  })
  // The timer fired after the pause and was started again.
  expect(systemClock.monoMs() - beganMs).toBeGreaterThan(95)
})

test('an agent is not blamed for what took as long as a pause', async () => {
  const { url, requests } = await untilTestEnds(namedAgent('card-silent').start())
  wire = createWire({ record, clock })
  const send = async (profile: { firstByteTimeoutMs: number } | { wholeTimeoutMs: number }) => {
    const { sessionId } = record.createSession('limits')
    const startedMs = systemClock.monoMs()
    const request = { sessionId, purpose: 'card', method: 'GET', streaming: false } as const
    const sent = wire?.request({ ...request, url: `${url}/.well-known/agent-card.json`, profile })
    const requestCount = requests.length
    await expect.poll(() => requests.length, { interval: 5 }).toBe(requestCount + 1)
    pausedMs += 60_000
    const outcome = await sent?.done
    const tookMs = systemClock.monoMs() - startedMs
    return [outcome?.kind === 'failure' && outcome.failure.failure, tookMs > 190]
  }
  expect(await send({ firstByteTimeoutMs: 100 })).toEqual(['first-byte-timeout', true])
  expect(await send({ wholeTimeoutMs: 100 })).toEqual(['idle-timeout', true])
})

test('the time that someone takes to decide is not the agent’s', async () => {
  const other = await untilTestEnds(agent({ dialect: '1.0' }))
  const quirk = redirect(307, '/.well-known/agent-card.json', `${other.url}/.well-known/agent-card.json`)
  const { url } = await untilTestEnds(agent({ dialect: '1.0', quirks: [quirk] }))
  const decided = () => new Promise<'follow'>((resolve) => setTimeout(() => resolve('follow'), 300))
  wire = createWire({ record, clock, confirmRedirect: decided })
  const { sessionId } = record.createSession('limits')
  const request = { sessionId, purpose: 'file', method: 'GET', streaming: false } as const
  const profile = { wholeTimeoutMs: 250 }
  const sent = wire.request({ ...request, url: `${url}/.well-known/agent-card.json`, profile })
  expect(await sent.done).toMatchObject({ kind: 'body', status: 200 })
})
