// The receiver with senders of all kinds: accepted, refused and recorded calls.

import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { values } from '#shared/collections/list.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { loopback, openReceiving, type Receiving, working } from '#testing/engine/open-receiving.ts'
import { rawPost, rawRequest } from '#testing/engine/raw-request.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { isFullRun } from '../../../e2e/full-run.ts'

let at: Receiving

beforeEach(async () => {
  at = await openReceiving(await agent({ dialect: '1.0' }))
})
afterEach(() => at.close())

describe('listening', () => {
  it('is off until asked for', async () => {
    const state = await at.window.client.receiver.state()
    expect([state.listening, state.notices, state.configurations]).toEqual([undefined, [], []])
    await expect(at.window.client.push.prepare({ agentId: at.agentId, options: {} })).rejects.toThrow(
      /turn the webhook receiver on first/,
    )
  })

  it('listens on the loopback address alone, and closes', async () => {
    const on = await at.window.client.receiver.start(loopback)
    expect(on.listening?.address).toBe('127.0.0.1')
    const off = await at.window.client.receiver.stop()
    expect(off.listening).toBeUndefined()
    await expect(fetch(`http://127.0.0.1:${on.listening?.port}/`)).rejects.toThrow()
  })

  it('says that a port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as { port: number }
    const state = await at.window.client.receiver.start({ ...loopback, port })
    expect([state.listening, state.problem]).toEqual([
      undefined,
      `Port ${port} is taken by another program. Choose another, or leave the port to Parley.`,
    ])
    holder.close()
  })

  it('says that an address is not of this machine', async () => {
    const reach = { kind: 'address', address: '192.0.2.1' } as const
    const { problem } = await at.window.client.receiver.start({ reach, port: 0 })
    expect(problem).toBe('192.0.2.1 is no longer an address of this machine. Choose one of those offered.')
  })

  it('takes the port of the last time again', async () => {
    const first = await at.window.client.receiver.start(loopback)
    await at.window.client.receiver.stop()
    const again = await at.window.client.receiver.start(loopback)
    expect(again.listening?.port).toBe(first.listening?.port)
  })
})

describe('a call', () => {
  it('is answered at once and recorded with its secrets masked', async () => {
    const config = await at.prepared({ token: { kind: 'typed', token: 'token-of-the-test' } })
    const answer = await rawPost(config.url, working, [
      ['Content-Type', 'application/json'],
      ['X-A2A-Notification-Token', 'token-of-the-test'],
    ])
    expect(answer.status).toBe(200)
    const [call] = await at.calls()
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
      body: { sizeBytes: working.length, text: working },
      remoteAddress: '127.0.0.1',
      answeredStatus: 200,
      dialect: '1.0',
      registration: { configId: config.id, agentId: at.agentId },
      verdict: { token: 'right', authorization: 'unasked' },
      answer: { kind: 'sent', headers: [['Content-Length', '0']] },
    })
    expect(call?.headers.find(([name]) => name === 'X-A2A-Notification-Token')?.[1]).toMatch(/^\[secret:/)
    expect(at.window.disk()).not.toContain('token-of-the-test')
    const [after] = (await at.window.client.receiver.state()).configurations
    expect([after?.calls, after?.taskId]).toEqual([1, 't-1'])
  })

  it('has no secret of its address on the record, and what it calls a secret is looked for nowhere else', async () => {
    const config = await at.prepared({ token: { kind: 'none' } })
    await rawPost(`${config.url}?sig=planted-sig&key=jsonrpc&a=1`, working)
    await rawPost(config.url, '{"jsonrpc":"2.0"}')
    const [first, second] = await at.calls()
    expect(first?.path).toMatch(/\?sig=\[secret:\w{8}\]&key=\[secret:\w{8}\]&a=1$/)
    expect(at.window.disk()).not.toContain('planted-sig')
    expect(second?.body?.text).toBe('{"jsonrpc":"2.0"}')
  })

  it('teaches its configuration the task only when it proves who sends it', async () => {
    const config = await at.prepared({
      token: { kind: 'typed', token: 'token-of-the-test' },
      authentication: { scheme: 'Bearer', credentials: 'credentials-of-the-test' },
    })
    const taskOf = async () => (await at.window.client.receiver.state()).configurations[0]?.taskId
    const stranger = working.replace('t-1', 't-of-a-stranger')
    const guesses: readonly RawHeaders[] = [
      [],
      [['X-A2A-Notification-Token', 'guessed']],
      [['Authorization', 'Bearer guessed']],
    ]
    for (const headers of guesses) {
      await rawPost(config.url, stranger, headers)
      expect(await taskOf()).toBeUndefined()
    }
    await rawPost(config.url, working, [['Authorization', 'Bearer credentials-of-the-test']])
    expect(await taskOf()).toBe('t-1')
  })

  it('of an agent that never proves itself: the stream it went along with names the task', async () => {
    const silent = await namedAgent('push-no-token').start()
    await at.window.connect(silent.url)
    const agentId = await at.window.idOf(silent.url)
    await at.window.client.receiver.start(loopback)
    const config = await at.window.client.push.prepare({ agentId, options: {} })
    await at.window.client.conversation.send({ agentId, text: 'hi', stream: true, pushConfigId: config.id })
    await silent.close()
    const [task] = values((await foldRecord(at.window.engine)).tasks)
    const [after] = (await at.window.client.receiver.state()).configurations
    expect([after?.taskId, after?.standing]).toEqual([task?.taskId, 'sent'])
  })

  it('is tagged with its task, so that the task finds it', async () => {
    const config = await at.prepared()
    await rawPost(config.url, working)
    at.window.engine.record.flush()
    const { entries } = await at.window.engine.record.read({ after: 0, filter: { taskId: 't-1' } })
    expect(entries.map(({ kind }) => kind)).toEqual(['webhook'])
  })

  it('repeats a validation token as text that nobody renders', async () => {
    const config = await at.prepared()
    const response = await fetch(`${config.url}?validationToken=${encodeURIComponent('<b>prove</b>')}`)
    expect(await response.text()).toBe('<b>prove</b>')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await at.calls()).map(({ method, answeredStatus }) => [method, answeredStatus])).toEqual([
      ['GET', 200],
    ])
  })

  it.each([
    ['GET', 405],
    ['PUT', 405],
    ['DELETE', 405],
  ])('that is a %s is answered %i', async (method, status) => {
    const config = await at.prepared()
    expect((await fetch(config.url, { method })).status).toBe(status)
  })

  it('over the bound is cut, answered 413 and recorded', async () => {
    const config = await at.prepared()
    const answer = await rawPost(config.url, 'x'.repeat(11 * 1024 * 1024)).catch(() => undefined)
    expect(answer?.status ?? 413).toBe(413)
    const [call] = await at.calls()
    expect([call?.answeredStatus, call?.body?.truncated]).toEqual([413, true])
  })

  it('that breaks off is recorded as far as it came', async () => {
    const config = await at.prepared()
    const { pathname, host, port } = new URL(config.url)
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\nhalf a `
    await rawRequest(Number(port), head, { hangUp: true })
    await expect.poll(at.calls).toHaveLength(1)
    const [call] = await at.calls()
    expect([call?.answeredStatus, call?.answer, call?.body?.text]).toEqual([
      0,
      { kind: 'cut', reason: 'Its sender stopped after 7 bytes of body.' },
      'half a ',
    ])
  })

  const senders = isFullRun ? 2_000 : 200
  it(`is lost by none of ${senders} senders at once`, async () => {
    const config = await at.prepared()
    const agent = new Agent({ keepAlive: true, maxSockets: 50 })
    const body = (index: number) => working.replace('t-1', `t-${index}`)
    const answers = await Promise.all(
      Array.from({ length: senders }, (_, index) => rawPost(config.url, body(index), [], agent)),
    )
    agent.destroy()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { total } = await at.window.client.console.exchanges({
      filter: 'kind:webhook',
      offset: 0,
      limit: 1,
    })
    const reported = new Set((await at.calls()).map(({ body }) => body?.text))
    const [after] = (await at.window.client.receiver.state()).configurations
    expect([total, reported.size, after?.calls]).toEqual([senders, senders, senders])
  }, 30_000)

  it('that is no JSON is a finding', async () => {
    const config = await at.prepared({ token: { kind: 'none' } })
    await rawPost(config.url, 'not json', [['Content-Type', 'application/json']])
    const [call] = await at.calls()
    expect(call?.findings?.map(({ rule }) => rule)).toEqual(['PUSH-DELIVER-003'])
  })
})

describe('anything else', () => {
  it('is 404 and listed apart, never on the record', async () => {
    const config = await at.prepared()
    const { origin } = new URL(config.url)
    for (const path of ['/', '/hook/guess', `${new URL(config.url).pathname}x`]) {
      expect((await rawPost(`${origin}${path}`, working)).status).toBe(404)
    }
    const { noise } = await at.window.client.receiver.state()
    expect(noise.total).toBe(3)
    expect(noise.latest.map(({ request, reason }) => `${request.slice(0, 7)} ${reason}`)).toEqual([
      'POST / No configuration has this path.',
      'POST /h No configuration has this path.',
      'POST /h No configuration has this path.',
    ])
    expect(await at.calls()).toEqual([])
    expect((await at.window.client.receiver.clearNoise()).noise).toEqual({ total: 0, latest: [] })
  })

  it('that is no HTTP is noise too', async () => {
    const { listening } = await at.window.client.receiver.start(loopback)
    expect(await rawRequest(listening?.port ?? 0, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    const headers = `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`
    expect(await rawRequest(listening?.port ?? 0, headers)).toMatch(/^HTTP\/1.1 431 /)
    expect((await at.window.client.receiver.state()).noise.total).toBe(2)
  })

  it('may flood: only the latest are kept', async () => {
    const config = await at.prepared()
    const { origin } = new URL(config.url)
    for (let round = 0; round < 15; round++) {
      await Promise.all(Array.from({ length: 10 }, () => rawPost(`${origin}/noise`, '')))
    }
    const { noise } = await at.window.client.receiver.state()
    expect([noise.total, noise.latest.length]).toEqual([150, 100])
  })
})
