// Responses on purpose, and their mark in the list.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AnswerPlan, PlannedAnswer } from '#shared/contract/push.ts'
import { openReceiving, type Receiving, working } from '#testing/engine/open-receiving.ts'
import { rawPost } from '#testing/engine/raw-request.ts'
import { agent } from '../../../e2e/agents/agent.ts'

let at: Receiving

beforeEach(async () => {
  at = await openReceiving(await agent({ dialect: '1.0' }))
})
afterEach(() => at.close())

describe('answers on purpose', () => {
  const answerWith = (configId: string, plan: AnswerPlan) =>
    at.window.client.push.answerWith({ configId, plan })

  it('hold for the next calls, then it is 200 again', async () => {
    const config = await at.prepared()
    await answerWith(config.id, { answer: { kind: 'status', status: 503 }, calls: 2 })
    const statuses: number[] = []
    for (let call = 0; call < 3; call++) statuses.push((await rawPost(config.url, working)).status)
    expect(statuses).toEqual([503, 503, 200])
    expect((await at.calls()).map(({ answer }) => answer?.onPurpose ?? false)).toEqual([true, true, false])
  })

  it('hold until changed', async () => {
    const config = await at.prepared()
    await answerWith(config.id, { answer: { kind: 'status', status: 410 } })
    const statuses: number[] = []
    for (let call = 0; call < 3; call++) statuses.push((await rawPost(config.url, working)).status)
    await answerWith(config.id, { answer: { kind: 'ok' } })
    statuses.push((await rawPost(config.url, working)).status)
    expect(statuses).toEqual([410, 410, 410, 200])
  })

  it('drop the connection', async () => {
    const config = await at.prepared()
    await answerWith(config.id, { answer: { kind: 'drop' }, calls: 1 })
    await expect(rawPost(config.url, working)).rejects.toThrow()
    expect((await at.calls()).map(({ answeredStatus, answer }) => [answeredStatus, answer?.kind])).toEqual([
      [0, 'dropped'],
    ])
  })

  it('redirect, and tell who follows', async () => {
    const config = await at.prepared()
    await answerWith(config.id, { answer: { kind: 'redirect', status: 307 } })
    const response = await fetch(config.url, { method: 'POST', body: working })
    expect(response.status).toBe(200)
    expect(
      (await at.calls()).map(({ path, answeredStatus, answer }) => [
        path.slice(-5),
        answeredStatus,
        answer?.reason,
      ]),
    ).toEqual([
      [config.url.slice(-5), 307, undefined],
      ['moved', 200, 'The redirect was followed.'],
    ])
  })

  it('keep a caller waiting: the exchange ends when it was answered', async () => {
    const config = await at.prepared()
    await answerWith(config.id, { answer: { kind: 'delay', delayMs: 30 }, calls: 1 })
    expect((await rawPost(config.url, working)).status).toBe(200)
    const [call] = await at.calls()
    const entries = await at.window.entries(call?.exchangeId ?? '')
    expect(entries.map(({ kind }) => kind)).toEqual(['webhook', 'end'])
    expect((entries[1]?.monoMs ?? 0) - (entries[0]?.monoMs ?? 0)).toBeGreaterThanOrEqual(25)
  })

  it('keep a caller waiting that gives up', async () => {
    const config = await at.prepared()
    await answerWith(config.id, { answer: { kind: 'delay', delayMs: 60_000 }, calls: 1 })
    await expect(
      fetch(config.url, { method: 'POST', body: working, signal: AbortSignal.timeout(100) }),
    ).rejects.toThrow()
    const [call] = await at.calls()
    await expect
      .poll(async () => (await at.window.entries(call?.exchangeId ?? '')).map(({ kind }) => kind))
      .toEqual(['webhook', 'failure'])
  })
})

it('a webhook call that was answered well is no error, whatever state it brings', async () => {
  const config = await at.prepared()
  await rawPost(config.url, working.replace('TASK_STATE_WORKING', 'TASK_STATE_FAILED'))
  const { rows } = await at.window.client.console.exchanges({
    filter: 'kind:webhook status:ok',
    offset: 0,
    limit: 10,
  })
  expect(rows.map(({ status, taskState }) => [status, taskState])).toEqual([[200, undefined]])
})

it('the list tells a call that was answered from one that was dropped, and from one that waits', async () => {
  const config = await at.prepared()
  const rows = async () => {
    const { rows } = await at.window.client.console.exchanges({
      filter: 'kind:webhook',
      offset: 0,
      limit: 10,
    })
    return rows.map(({ state, status, failure }) => `${state} ${failure ?? status}`)
  }
  const plan = (answer: PlannedAnswer) =>
    at.window.client.push.answerWith({ configId: config.id, plan: { answer, calls: 1 } })
  await rawPost(config.url, working)
  await plan({ kind: 'drop' })
  await rawPost(config.url, working).catch(() => undefined)
  await plan({ kind: 'delay', delayMs: 60_000 })
  const patience = new AbortController()
  const waiting = fetch(config.url, { method: 'POST', body: working, signal: patience.signal }).catch(
    () => 'gone',
  )
  await expect.poll(rows).toEqual(['done 200', 'failed aborted', 'open 200'])
  patience.abort()
  expect(await waiting).toBe('gone')
  await expect.poll(rows).toEqual(['done 200', 'failed aborted', 'failed reset'])
})
