// Behavior that the captures do not contain: states that take several calls, webhooks, and servers that are only documented.

import { describe, expect, it } from 'vitest'
import type { Agent } from '../agent.ts'
import { comparable, readWebhookCapture, sseData } from '../capture-file.ts'
import { headerOf } from '../http-server.ts'
import { parseJson } from '../json.ts'
import { qianfanKey } from '../quirks/qianfan.ts'
import { webhookReceiver } from '../webhook-receiver.ts'
import { at, get, line, message03, message10, rpc } from '../wire-client.ts'
import { namedAgent } from './catalogue.ts'

const checks: Readonly<Record<string, (agent: Agent) => Promise<void>>> = {
  async 'fasta2a-0.6'({ url }) {
    expect(at((await get(`${url}/.well-known/agent-card.json`)).json, 'protocolVersion')).toBe('0.3.0')
    expect((await get(`${url}/.well-known/agent.json`)).status).toBe(404)
    expect((await rpc(url, 'message/stream', message03('hi'))).text).toBe('Internal Server Error')
  },
  async qianfan({ url }) {
    const refused = await get(`${url}/.well-known/agent.json`)
    expect([refused.status, refused.json]).toEqual([
      401,
      { code: 'AccessDenied', message: 'invalid authorization', request_id: 'req-1' },
    ])
    const key = { 'X-Appbuilder-Authorization': `Bearer ${qianfanKey}` }
    const card = await get(`${url}/.well-known/agent.json`, key)
    expect([at(card.json, 'protocolVersion'), at(card.json, 'url')]).toEqual(['0.2.6', url])

    const call = (method: string, params: object): Promise<string> =>
      fetch(url, {
        method: 'POST',
        headers: { Authorization: `Bearer ${qianfanKey}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 'mine', method, params }),
      }).then((response) => response.text())
    const nameless = { message: { kind: 'message', role: 'user', parts: [{ kind: 'text', text: 'hi' }] } }
    const stream = await call('message/stream', nameless)
    expect(stream).toMatch(/^data: \{\ndata: {3}"jsonrpc": "2.0",\ndata: {3}"id": "id-1",/)
    const events = sseData(stream).map(parseJson)
    expect(
      events.map((event) => [at(event, 'id'), at(event, 'result', 'metadata', 'status'), line(event)]),
    ).toEqual([
      ['id-1', 'preparing', 'append answer ""'],
      ['id-2', 'running', 'append answer "你好"'],
      ['id-3', 'running', 'append answer "，世界"'],
      ['id-4', 'done', 'append answer ""'],
      ['id-5', undefined, 'status completed final'],
    ])
    expect(at(events[4], 'result', 'status', 'timestamp')).toMatch(/\.\d{9}\+08:00$/)
    expect(parseJson(await call('tasks/get', { id: 'nope' }))).toEqual({
      code: 'InvalidRequest',
      message: 'Task not found',
      request_id: 'req-1',
    })
  },
  async 'js-1.3'({ url }) {
    const { json } = await get(`${url}/.well-known/agent-card.json`)
    expect([at(json, 'securitySchemes'), at(json, 'documentationUrl'), at(json, 'signatures')]).toEqual([
      {
        b: {
          scheme: {
            $case: 'httpAuthSecurityScheme',
            value: { description: '', scheme: 'Bearer', bearerFormat: 'JWT' },
          },
        },
      },
      '',
      [],
    ])
    const odd = await rpc(`${url}/rpc`, 'SendMessage', message10('hi', { role: 'user' }))
    expect(at(odd.json, 'result', 'task', 'history', 0, 'role')).toBe('UNRECOGNIZED')
  },
  async 'js-0.3.14'({ url }) {
    const { text } = await rpc(url, 'message/stream', message03('throw'))
    const events = sseData(text).map(parseJson)
    expect(events.map(line)).toEqual([
      'task submitted',
      'status working "working"',
      'status failed "Agent execution error: boom" final',
    ])
    expect(at(events[1], 'result', 'taskId')).toBe(at(events[0], 'result', 'id'))
    expect(at(events[2], 'result', 'taskId')).not.toBe(at(events[0], 'result', 'id'))
  },
  async 'python-1.1'({ url }) {
    await rpc(`${url}/rpc`, 'SendMessage', message10('direct'))
    await rpc(`${url}/rpc`, 'SendMessage', message10('hi'))
    const { json } = await rpc(`${url}/rpc`, 'ListTasks', {})
    expect(at(json, 'result', 'tasks', 0, 'artifacts')).toEqual([])
    expect(at(json, 'result', 'tasks', 0, 'history', 0, 'parts')).toEqual([
      { text: 'hi', filename: '', mediaType: '' },
    ])
    expect((await get(`${url}/rpc`)).status).toBe(405)
  },
  async 'python-1.1-compat'({ url }) {
    const old = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 'nope' } }),
    })
    expect(at(await old.json(), 'error')).toEqual({ code: -32603, message: 'Task not found', data: null })
  },
  async 'python-0.3.26'({ url }) {
    const both = await Promise.all(
      ['agent.json', 'agent-card.json'].map((name) => get(`${url}/.well-known/${name}`)),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  },
}

describe('the SDK agents', () => {
  it.each(Object.entries(checks))('%s', async (name, check) => {
    const agent = await namedAgent(name).start()
    try {
      await check(agent)
    } finally {
      await agent.close()
    }
  })

  it.each([
    ['python-0.3.26', 'py-0.3.26', 1],
    ['js-0.3.14', 'js-0.3.14', 5],
  ])('%s posts to a webhook what %s posted', async (name, folder, posts) => {
    const captured = readWebhookCapture(`${folder}/push_v03_webhook.txt`)
    const receiver = await webhookReceiver()
    const agent = await namedAgent(name).start()
    const pushNotificationConfig = { url: receiver.url, token: 'tok123' }
    await rpc(agent.url, 'message/send', { ...message03('hi'), configuration: { pushNotificationConfig } })
    const received = await receiver.received(posts)
    await Promise.all([agent.close(), receiver.close()])
    const token = 'x-a2a-notification-token'
    expect(received.map((post) => [headerOf(post, token), line(parseJson(String(post.body)))])).toEqual(
      captured.map((post) => [post.headers[token], line(parseJson(post.body))]),
    )
    const last = received.at(-1)
    expect(comparable(parseJson(String(last?.body)) ?? null)).toEqual(
      comparable(parseJson(captured.at(-1)?.body ?? '') ?? null),
    )
  })
})
