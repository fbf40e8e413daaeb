import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/a2a/model.ts'
import { headerOf, type Received } from '../http-server.ts'
import { parseJson } from '../json.ts'
import { webhookReceiver } from '../webhook-receiver.ts'
import { line, message03, message10, rpc } from '../wire-client.ts'
import { namedAgent } from './catalogue.ts'
import { pushAgents } from './push-agents.ts'

interface Expected {
  /** Each post in one line, including the headers that prove its sender. */
  readonly posts: readonly string[]
  readonly version?: '0.1' | '0.3'
}

const proven = (lines: readonly string[], proof = 'token Bearer c'): readonly string[] =>
  lines.map((text) => `${text} [${proof}]`)

const updates = [
  'task submitted',
  'status working "working"',
  'artifact a1 "chunk0"',
  'append a1 "chunk1" last',
  'status completed',
]
const snapshots = ['task submitted', 'task working', 'task working', 'task working', 'task completed']
const five = (text: string): readonly string[] => Array.from({ length: 5 }, () => text)

const expected: Readonly<Record<string, Expected>> = {
  good: { posts: proven(updates) },
  'good-0.3': { posts: proven(snapshots), version: '0.3' },
  'good-0.1': { posts: proven(snapshots), version: '0.1' },
  late: { posts: proven(updates) },
  duplicate: { posts: proven(updates.flatMap((text) => [text, text])) },
  reversed: { posts: proven(updates.toReversed()) },
  'wrong-token': { posts: proven(updates, 'wrong wrong') },
  'no-token': { posts: proven(updates, 'none none') },
  'token-only': { posts: proven(updates, 'token none') },
  'no-content-type': { posts: proven(updates) },
  'wrong-shape': { posts: proven(five('unknown {"hello":"world","items":[1,2]}')) },
  'foreign-task': { posts: proven(five('status completed')) },
  'mixed-shape': { posts: proven(five('task completed')) },
  'final-only': { posts: proven(['status completed']) },
  challenge: { posts: proven(updates) },
  retries: { posts: proven(updates) },
  jwt: { posts: proven(updates, 'token Bearer JWT') },
  'jwt-forged': { posts: proven(updates, 'token Bearer JWT') },
  'jwt-replayed': { posts: proven(updates, 'token Bearer JWT') },
  'jwt-stale': { posts: proven(updates, 'token Bearer JWT') },
  'jwt-elsewhere': { posts: proven(updates, 'token Bearer JWT') },
  'jwt-bare': { posts: proven(updates, 'token Bearer JWT') },
}

const authentication = { scheme: 'Bearer', schemes: ['Bearer'], credentials: 'c' }

function sending(version: Expected['version'], url: string): readonly [string, JsonObject] {
  const config = { url, token: 'token', authentication }
  if (version === '0.1') {
    const message = { role: 'user', parts: [{ type: 'text', text: 'hi' }] }
    return ['tasks/send', { id: 'task-1', message, pushNotification: config }]
  }
  if (version === '0.3') {
    return ['message/send', { ...message03('hi'), configuration: { pushNotificationConfig: config } }]
  }
  return ['SendMessage', { ...message10('hi'), configuration: { taskPushNotificationConfig: config } }]
}

function posted(request: Received): string {
  const token = headerOf(request, 'x-a2a-notification-token') ?? 'none'
  const authorization = headerOf(request, 'authorization') ?? 'none'
  const proof = authorization.replace(/(?<=Bearer )[\w-]+\.[\w-]+\.[\w-]+$/, 'JWT')
  return `${line(parseJson(request.body.toString('utf8')))} [${token} ${proof}]`
}

describe('the agents that post to webhooks', () => {
  it('are all described here', () => {
    const described = Object.keys(expected).map((name) => `push-${name}`)
    expect(described.sort()).toEqual(pushAgents.map(({ name }) => name).sort())
  })

  it.each(Object.entries(expected))('push-%s', async (name, { posts, version }) => {
    const receiver = await webhookReceiver()
    const agent = await namedAgent(`push-${name}`).start()
    const [method, params] = sending(version, receiver.url)
    await rpc(agent.url, method, params)
    const received = await receiver.received(posts.length)
    await agent.close()
    await receiver.close()
    expect(received.map(posted)).toEqual(posts)
    const type = name === 'no-content-type' ? undefined : 'application/json'
    expect(received.map((request) => headerOf(request, 'content-type'))).toEqual(posts.map(() => type))
  })

  it('push-challenge posts nothing to a receiver that does not repeat the token', async () => {
    const receiver = await webhookReceiver(false)
    const agent = await namedAgent('push-challenge').start()
    await rpc(agent.url, ...sending(undefined, receiver.url))
    const other = await namedAgent('push-good').start()
    await rpc(other.url, ...sending(undefined, receiver.url))
    const received = await receiver.received(5)
    await Promise.all([agent.close(), other.close(), receiver.close()])
    expect(received.map(posted)).toEqual(proven(updates))
  })
})
