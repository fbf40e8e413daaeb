// The receiver against senders of every kind: what is taken in, what is refused, what is on the record.

import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlannedAnswer, PushConfiguration } from '#shared/contract/push.ts'
import type { RawHeaders, WebhookEntry } from '#shared/record/entry.ts'
import { values } from '#shared/record/list.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { foldRecord } from '../testing/fold-record.ts'
import { openWindow, type TestWindow } from '../testing/open-window.ts'
import { rawPost, rawRequest } from '../testing/raw-request.ts'

const loopback = { reach: { kind: 'loopback' }, port: 0 } as const

let window: TestWindow
let fake: Agent
let agentId: string

beforeEach(async () => {
  window = await openWindow()
  fake = await agent({ dialect: '1.0' })
  await window.connect(fake.url)
  agentId = await window.idOf(fake.url)
})
afterEach(async () => {
  await window.close()
  await fake.close()
})

async function prepared(options = {}): Promise<PushConfiguration> {
  await window.client.receiver.start(loopback)
  return window.client.push.prepare({ agentId, options })
}

async function calls(): Promise<readonly WebhookEntry[]> {
  window.engine.record.flush()
  const { entries } = await window.engine.record.read({ after: 0, filter: { kinds: ['webhook'] } })
  return entries.filter((entry): entry is WebhookEntry => entry.kind === 'webhook')
}

const update = JSON.stringify({
  statusUpdate: { taskId: 't-1', contextId: 'c-1', status: { state: 'TASK_STATE_WORKING' } },
})

describe('listening', () => {
  it('is off until asked for', async () => {
    const state = await window.client.receiver.state()
    expect([state.listening, state.notices, state.configurations]).toEqual([undefined, [], []])
    await expect(window.client.push.prepare({ agentId, options: {} })).rejects.toThrow(
      /turn the webhook receiver on first/,
    )
  })

  it('listens on the loopback address alone, and closes', async () => {
    const on = await window.client.receiver.start(loopback)
    expect(on.listening?.address).toBe('127.0.0.1')
    const off = await window.client.receiver.stop()
    expect(off.listening).toBeUndefined()
    await expect(fetch(`http://127.0.0.1:${on.listening?.port}/`)).rejects.toThrow()
  })

  it('says that a port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as { port: number }
    const state = await window.client.receiver.start({ ...loopback, port })
    expect([state.listening, state.problem]).toEqual([
      undefined,
      `Port ${port} is taken by another program. Choose another, or leave the port to Parley.`,
    ])
    holder.close()
  })

  it('says that an address is not of this machine', async () => {
    const reach = { kind: 'address', address: '192.0.2.1' } as const
    const { problem } = await window.client.receiver.start({ reach, port: 0 })
    expect(problem).toBe('192.0.2.1 is no address of this machine now. Choose one of those offered.')
  })

  it('takes the port of the last time again', async () => {
    const first = await window.client.receiver.start(loopback)
    await window.client.receiver.stop()
    const again = await window.client.receiver.start(loopback)
    expect(again.listening?.port).toBe(first.listening?.port)
  })
})

describe('a call', () => {
  it('is answered at once and recorded with its secrets masked', async () => {
    const config = await prepared({ token: { kind: 'typed', token: 'token-of-the-test' } })
    const answer = await rawPost(config.url, update, [
      ['Content-Type', 'application/json'],
      ['X-A2A-Notification-Token', 'token-of-the-test'],
    ])
    expect(answer.status).toBe(200)
    const [call] = await calls()
    expect({ ...call, seq: 0, sessionId: '', exchangeId: '', at: 0, monoMs: 0, headers: [] }).toEqual({
      seq: 0,
      sessionId: '',
      exchangeId: '',
      at: 0,
      monoMs: 0,
      kind: 'webhook',
      method: 'POST',
      path: new URL(config.url).pathname,
      headers: [],
      body: { sizeBytes: update.length, text: update },
      remoteAddress: '127.0.0.1',
      answeredStatus: 200,
      dialect: '1.0',
      registration: { configId: config.id, agentId },
      verdict: { token: 'right', authorization: 'unasked' },
      answer: { kind: 'sent', headers: [['Content-Length', '0']] },
    })
    expect(call?.headers.find(([name]) => name === 'X-A2A-Notification-Token')?.[1]).toMatch(/^\[secret:/)
    expect(window.disk()).not.toContain('token-of-the-test')
    const [after] = (await window.client.receiver.state()).configurations
    expect([after?.calls, after?.taskId]).toEqual([1, 't-1'])
  })

  it('teaches its configuration the task only when it proves who sends it', async () => {
    const config = await prepared({
      token: { kind: 'typed', token: 'token-of-the-test' },
      authentication: { scheme: 'Bearer', credentials: 'credentials-of-the-test' },
    })
    const taskOf = async () => (await window.client.receiver.state()).configurations[0]?.taskId
    const stranger = update.replace('t-1', 't-of-a-stranger')
    const guesses: readonly RawHeaders[] = [
      [],
      [['X-A2A-Notification-Token', 'guessed']],
      [['Authorization', 'Bearer guessed']],
    ]
    for (const headers of guesses) {
      await rawPost(config.url, stranger, headers)
      expect(await taskOf()).toBeUndefined()
    }
    await rawPost(config.url, update, [['Authorization', 'Bearer credentials-of-the-test']])
    expect(await taskOf()).toBe('t-1')
  })

  it('of an agent that never proves itself: the stream it went along with names the task', async () => {
    const silent = await namedAgent('push-no-token').start()
    await window.connect(silent.url)
    agentId = await window.idOf(silent.url)
    const config = await prepared()
    await window.client.conversation.send({ agentId, text: 'hi', stream: true, pushConfigId: config.id })
    await silent.close()
    const [task] = values((await foldRecord(window.engine)).tasks)
    const [after] = (await window.client.receiver.state()).configurations
    expect([after?.taskId, after?.standing]).toEqual([task?.taskId, 'confirmed'])
  })

  it('is tagged with its task, so that the task finds it', async () => {
    const config = await prepared()
    await rawPost(config.url, update)
    window.engine.record.flush()
    const { entries } = await window.engine.record.read({ after: 0, filter: { taskId: 't-1' } })
    expect(entries.map(({ kind }) => kind)).toEqual(['webhook'])
  })

  it('repeats a validation token as text that nobody renders', async () => {
    const config = await prepared()
    const response = await fetch(`${config.url}?validationToken=${encodeURIComponent('<b>prove</b>')}`)
    expect(await response.text()).toBe('<b>prove</b>')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await calls()).map(({ method, answeredStatus }) => [method, answeredStatus])).toEqual([
      ['GET', 200],
    ])
  })

  it.each([
    ['GET', 405],
    ['PUT', 405],
    ['DELETE', 405],
  ])('that is a %s is answered %i', async (method, status) => {
    const config = await prepared()
    expect((await fetch(config.url, { method })).status).toBe(status)
  })

  it('over the bound is cut, answered 413 and recorded', async () => {
    const config = await prepared()
    const answer = await rawPost(config.url, 'x'.repeat(11 * 1024 * 1024)).catch(() => undefined)
    expect(answer?.status ?? 413).toBe(413)
    const [call] = await calls()
    expect([call?.answeredStatus, call?.body?.truncated]).toEqual([413, true])
  })

  it('that breaks off is recorded as far as it came', async () => {
    const config = await prepared()
    const { pathname, host, port } = new URL(config.url)
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\nhalf a `
    await rawRequest(Number(port), head, { hangUp: true })
    await expect.poll(calls).toHaveLength(1)
    const [call] = await calls()
    expect([call?.answeredStatus, call?.answer, call?.body?.text]).toEqual([
      0,
      { kind: 'cut', reason: 'Its sender stopped after 7 bytes of body.' },
      'half a ',
    ])
  })

  it('that is no JSON is a finding', async () => {
    const config = await prepared({ token: { kind: 'none' } })
    await rawPost(config.url, 'not json', [['Content-Type', 'application/json']])
    const [call] = await calls()
    expect(call?.findings?.map(({ rule }) => rule)).toEqual(['PUSH-DELIVER-003'])
  })
})

describe('anything else', () => {
  it('is 404 and listed apart, never on the record', async () => {
    const config = await prepared()
    const { origin } = new URL(config.url)
    for (const path of ['/', '/hook/guess', `${new URL(config.url).pathname}x`]) {
      expect((await rawPost(`${origin}${path}`, update)).status).toBe(404)
    }
    const { noise } = await window.client.receiver.state()
    expect(noise.total).toBe(3)
    expect(noise.latest.map(({ request, reason }) => `${request.slice(0, 7)} ${reason}`)).toEqual([
      'POST / No configuration has this path.',
      'POST /h No configuration has this path.',
      'POST /h No configuration has this path.',
    ])
    expect(await calls()).toEqual([])
    expect((await window.client.receiver.clearNoise()).noise).toEqual({ total: 0, latest: [] })
  })

  it('that is no HTTP is noise too', async () => {
    const { listening } = await window.client.receiver.start(loopback)
    expect(await rawRequest(listening?.port ?? 0, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    const headers = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`
    expect(await rawRequest(listening?.port ?? 0, headers)).toMatch(/^HTTP\/1.1 431 /)
    expect((await window.client.receiver.state()).noise.total).toBe(2)
  })

  it('may flood: only the latest are kept', async () => {
    const config = await prepared()
    const { origin } = new URL(config.url)
    for (let round = 0; round < 15; round++) {
      await Promise.all(Array.from({ length: 10 }, () => rawPost(`${origin}/noise`, '')))
    }
    const { noise } = await window.client.receiver.state()
    expect([noise.total, noise.latest.length]).toEqual([150, 100])
  })
})

describe('answers on purpose', () => {
  const answerWith = (
    configId: string,
    plan: Parameters<TestWindow['client']['push']['answerWith']>[0]['plan'],
  ) => window.client.push.answerWith({ configId, plan })

  it('hold for the next calls, then it is 200 again', async () => {
    const config = await prepared()
    await answerWith(config.id, { answer: { kind: 'status', status: 503 }, calls: 2 })
    const statuses: number[] = []
    for (let call = 0; call < 3; call++) statuses.push((await rawPost(config.url, update)).status)
    expect(statuses).toEqual([503, 503, 200])
    expect((await calls()).map(({ answer }) => answer?.onPurpose ?? false)).toEqual([true, true, false])
  })

  it('hold until changed', async () => {
    const config = await prepared()
    await answerWith(config.id, { answer: { kind: 'status', status: 410 } })
    const statuses: number[] = []
    for (let call = 0; call < 3; call++) statuses.push((await rawPost(config.url, update)).status)
    await answerWith(config.id, { answer: { kind: 'ok' } })
    statuses.push((await rawPost(config.url, update)).status)
    expect(statuses).toEqual([410, 410, 410, 200])
  })

  it('drop the connection', async () => {
    const config = await prepared()
    await answerWith(config.id, { answer: { kind: 'drop' }, calls: 1 })
    await expect(rawPost(config.url, update)).rejects.toThrow()
    expect((await calls()).map(({ answeredStatus, answer }) => [answeredStatus, answer?.kind])).toEqual([
      [0, 'dropped'],
    ])
  })

  it('redirect, and tell who follows', async () => {
    const config = await prepared()
    await answerWith(config.id, { answer: { kind: 'redirect', status: 307 } })
    const response = await fetch(config.url, { method: 'POST', body: update })
    expect(response.status).toBe(200)
    expect(
      (await calls()).map(({ path, answeredStatus, answer }) => [
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
    const config = await prepared()
    await answerWith(config.id, { answer: { kind: 'delay', delayMs: 30 }, calls: 1 })
    expect((await rawPost(config.url, update)).status).toBe(200)
    const [call] = await calls()
    const entries = await window.entries(call?.exchangeId ?? '')
    expect(entries.map(({ kind }) => kind)).toEqual(['webhook', 'end'])
    expect((entries[1]?.monoMs ?? 0) - (entries[0]?.monoMs ?? 0)).toBeGreaterThanOrEqual(25)
  })

  it('keep a caller waiting that gives up', async () => {
    const config = await prepared()
    await answerWith(config.id, { answer: { kind: 'delay', delayMs: 60_000 }, calls: 1 })
    await expect(
      fetch(config.url, { method: 'POST', body: update, signal: AbortSignal.timeout(100) }),
    ).rejects.toThrow()
    const [call] = await calls()
    await expect
      .poll(async () => (await window.entries(call?.exchangeId ?? '')).map(({ kind }) => kind))
      .toEqual(['webhook', 'failure'])
  })
})

it('the list tells a call that was answered from one that was dropped, and from one that waits', async () => {
  const config = await prepared()
  const rows = async () => {
    const { rows } = await window.client.console.exchanges({ filter: 'kind:webhook', offset: 0, limit: 10 })
    return rows.map(({ state, status, failure }) => `${state} ${failure ?? status}`)
  }
  const plan = (answer: PlannedAnswer) =>
    window.client.push.answerWith({ configId: config.id, plan: { answer, calls: 1 } })
  await rawPost(config.url, update)
  await plan({ kind: 'drop' })
  await rawPost(config.url, update).catch(() => undefined)
  await plan({ kind: 'delay', delayMs: 60_000 })
  const patience = new AbortController()
  const waiting = fetch(config.url, { method: 'POST', body: update, signal: patience.signal }).catch(
    () => 'gone',
  )
  await expect.poll(rows).toEqual(['done 200', 'failed aborted', 'open 200'])
  patience.abort()
  expect(await waiting).toBe('gone')
  await expect.poll(rows).toEqual(['done 200', 'failed aborted', 'failed reset'])
})

describe('after a restart', () => {
  it('open configurations are told of, and work again once it listens', async () => {
    await window.client.receiver.start(loopback)
    const { taskId } = await startedTask()
    const config = await window.client.push.set({ agentId, taskId, options: {} })
    window = await window.reopen()
    const before = await window.client.receiver.state()
    expect(before.notices).toEqual([
      {
        kind: 'not-listening',
        sentence:
          'One configuration with agents leads here, but nobody listens: calls are lost until the receiver is on.',
      },
    ])
    const after = await window.client.receiver.start(before.settings)
    expect([after.notices, after.configurations[0]?.unreachable]).toEqual([[], undefined])
    expect((await rawPost(config.url, update)).status).toBe(200)
  })

  it('one whose port is gone is offered again at the new address', async () => {
    await window.client.receiver.start(loopback)
    const { taskId } = await startedTask()
    const config = await window.client.push.set({ agentId, taskId, options: {} })
    const { port } = new URL(config.url)
    window = await window.reopen()
    const holder = createServer().listen(Number(port), '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const moved = await window.client.receiver.start(loopback)
    expect(moved.notices.map(({ kind }) => kind)).toEqual(['moved'])
    const again = await window.client.push.offerAgain({ configId: config.id })
    expect([again.standing, again.agentConfigId, new URL(again.url).port]).toEqual([
      'confirmed',
      config.agentConfigId,
      String(moved.listening?.port),
    ])
    expect((await window.client.receiver.state()).configurations.map(({ id }) => id)).toEqual([again.id])
    holder.close()
  })
})

async function startedTask(): Promise<{ readonly taskId: string }> {
  await window.client.conversation.send({ agentId, text: 'ask', stream: false })
  const [task] = values((await foldRecord(window.engine)).tasks)
  if (task === undefined) throw new Error('The agent began no task.')
  return { taskId: task.taskId }
}
