// Operations over gRPC besides sending: task lists, a second stream of a task, and push configurations. Through a tap
// they are the same as without, and recorded.

import { afterEach, expect, test } from 'vitest'
import type { JsonObject } from '#shared/a2a/model.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../../e2e/agents/agent.ts'
import { announce, become, hold, produce } from '../../../../e2e/agents/steps.ts'
import { grpcClient } from '../../../../e2e/agents/voices.ts'
import { message10 } from '../../../../e2e/agents/wire-client.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

interface Spoken {
  readonly service: string
  readonly subscribe: string
  readonly list?: string
  readonly pushList: string
  send(text: string): JsonObject
  task(id: string): JsonObject
  push(taskId: string): Readonly<Record<'create' | 'list' | 'one', JsonObject>>
}

const hook = { id: 'hook-1', url: 'http://127.0.0.1:9/hook', token: 'a-token' }
const versions: Readonly<Record<'0.3-grpc' | '1.0-grpc', Spoken>> = {
  '0.3-grpc': {
    service: 'a2a.v1.A2AService',
    subscribe: 'TaskSubscription',
    pushList: 'ListTaskPushNotificationConfig',
    send: (text) => ({ message: { messageId: 'm1', role: 'ROLE_USER', content: [{ text }] } }),
    task: (id) => ({ name: `tasks/${id}` }),
    push(taskId) {
      const parent = `tasks/${taskId}`
      const name = `${parent}/pushNotificationConfigs/${hook.id}`
      return {
        create: { parent, configId: hook.id, config: { name, pushNotificationConfig: hook } },
        list: { parent },
        one: { name },
      }
    },
  },
  '1.0-grpc': {
    service: 'lf.a2a.v1.A2AService',
    subscribe: 'SubscribeToTask',
    list: 'ListTasks',
    pushList: 'ListTaskPushNotificationConfigs',
    send: message10,
    task: (id) => ({ id }),
    push: (taskId) => ({
      create: { taskId, ...hook },
      list: { taskId },
      one: { taskId, id: hook.id },
    }),
  },
}
const names = ['0.3-grpc', '1.0-grpc'] as const

async function kit(dialect: (typeof names)[number]): Promise<Agent> {
  let ids = 0
  const now = new Date('2026-01-01T00:00:00Z')
  const script = () => [announce(), become('working'), produce('a1', 'so far'), hold]
  const made = await agent({ dialect, script, newId: () => `id-${++ids}`, now: () => now })
  toClose.push(made.close)
  return made
}

/** What a caller receives, in order. */
async function story(spoken: Spoken, authority: string) {
  const { ask, listen, close } = grpcClient(authority, spoken.service)
  toClose.push(close)
  const streamed: JsonObject[] = []
  const first = Promise.withResolvers<string>()
  const streaming = (async () => {
    for await (const event of listen('SendStreamingMessage', spoken.send('hi'))) {
      streamed.push(event)
      const id = (event['task'] as JsonObject | undefined)?.['id']
      if (typeof id === 'string') first.resolve(id)
    }
  })()
  const taskId = await first.promise
  const push = spoken.push(taskId)
  const configured = [
    await ask('CreateTaskPushNotificationConfig', push.create),
    await ask('GetTaskPushNotificationConfig', push.one),
    await ask(spoken.pushList, push.list),
    await ask('DeleteTaskPushNotificationConfig', push.one),
    await ask('GetTaskPushNotificationConfig', push.one),
  ]
  const listed = spoken.list === undefined ? [] : [await ask(spoken.list, { includeArtifacts: true })]
  const followed: JsonObject[] = []
  for await (const event of listen(spoken.subscribe, spoken.task(taskId))) {
    followed.push(event)
    // Once, and it ends both streams.
    if (followed.length === 1) followed.push(await ask('CancelTask', spoken.task(taskId)))
  }
  await streaming
  return { streamed, configured, listed, followed }
}

test.each(names)(
  '%s: tasks listed and followed, and push configurations set, read and deleted',
  async (name) => {
    const window = await openWindow()
    toClose.push(window.close)
    const [direct, behind] = [await kit(name), await kit(name)]
    const tap = await window.client.taps.start({ agentId: await window.idOf(behind.url) })
    const spoken = versions[name]
    const without = await story(spoken, direct.grpcAddress ?? '')
    const through = await story(spoken, new URL(tap.address).host)
    expect(through).toEqual(without)
    expect(without.configured.map((each) => Object.keys(each).includes('error'))).toEqual([
      ...[false, false, false, false],
      true,
    ])
    expect(JSON.stringify(without.configured[1])).toContain(hook.url)
    expect(without.followed.length).toBeGreaterThan(2)
    const received = ({ requests }: Agent) =>
      requests
        .filter(({ method }) => method === 'POST')
        .map(({ target, headers, body }) => [target, headers, body.toString('hex')])
    expect(received(behind)).toEqual(received(direct))

    await expect.poll(async () => (await window.client.taps.list())[0]?.open).toBe(0)
    await window.engine.taps.recorded()
    const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 100 })
    const all = await Promise.all(rows.map(({ id }) => window.entries(id)))
    const recorded = all.flatMap(([request, ...rest]) =>
      request?.kind === 'request' && request.call.via !== undefined
        ? [[request.call.operation, request.call.label, rest.at(-1)?.kind]]
        : [],
    )
    expect(recorded).toEqual([
      ['stream', 'SendStreamingMessage', 'end'],
      ['push-create', 'CreateTaskPushNotificationConfig', 'end'],
      ['push-get', 'GetTaskPushNotificationConfig', 'end'],
      ['push-list', spoken.pushList, 'end'],
      ['push-delete', 'DeleteTaskPushNotificationConfig', 'end'],
      ['push-get', 'GetTaskPushNotificationConfig', 'end'],
      ...(spoken.list === undefined ? [] : [['list', spoken.list, 'end']]),
      ['subscribe', spoken.subscribe, 'end'],
      ['cancel', 'CancelTask', 'end'],
    ])
    // The token of the caller's configuration is a secret.
    expect(window.disk()).not.toContain(hook.token)
  },
)
