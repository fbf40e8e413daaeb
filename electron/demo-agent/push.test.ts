import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { legacyMessage, legacyRpc, message, rpc, send, streamMethod } from '#testing/demo-agent/call.ts'
import { traceOf } from '#testing/demo-agent/trace.ts'
import { listenForWebhooks } from '#testing/demo-agent/webhook.ts'
import { type DemoAgent, startDemoAgent } from './start.ts'

let quick: DemoAgent
/** Slow enough that a task still works when the next request arrives. */
let slow: DemoAgent
beforeAll(async () => {
  quick = await startDemoAgent({ stepMs: 0 })
  slow = await startDemoAgent({ stepMs: 20 })
})
afterAll(() => Promise.all([quick.close(), slow.close()]))

describe('push notifications', () => {
  it('arrive in the order of the events, with token and credentials', async () => {
    const webhook = await listenForWebhooks()
    const { task } = (
      await send(quick.url, 'Tell me when boarding starts', {
        taskPushNotificationConfig: {
          url: webhook.url,
          token: 'secret-token',
          authentication: { scheme: 'Bearer', credentials: 'secret-credentials' },
        },
      })
    ).result
    const calls = await webhook.calls(8)
    await webhook.close()

    expect(calls.map(({ body }) => traceOf(body))).toEqual([
      'task submitted',
      'status working: I will call your webhook at every change',
      'status working: The train is being cleaned',
      'status working: The train is at platform 7',
      'status working: Doors are open',
      'status working: First call',
      'status working: Last call',
      'status completed: Boarding has started. Have a good journey.',
    ])
    expect(new Set(calls.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer secret-credentials']),
    )
    expect(new Set(calls.map(({ headers }) => headers['x-a2a-notification-token']))).toEqual(
      new Set(['secret-token']),
    )
    expect(new Set(calls.map(({ headers }) => headers['content-type']))).toEqual(
      new Set(['application/a2a+json']),
    )
    expect(task.status.state).toBe('TASK_STATE_COMPLETED')
  })

  it('are whole tasks for a webhook registered in 0.3', async () => {
    const webhook = await listenForWebhooks()
    await legacyRpc(quick.url, 'message/send', {
      message: legacyMessage({ text: 'Plan a weekend on the Moon' }),
      configuration: { pushNotificationConfig: { url: webhook.url, token: 't' } },
    })
    const calls = await webhook.calls(2)
    await webhook.close()

    expect(calls.map(({ body }) => traceOf(body))).toEqual([
      'task submitted',
      'task rejected: I only plan trips that a train can reach.',
    ])
    expect(calls.map(({ headers }) => headers['content-type'])).toEqual([
      'application/json',
      'application/json',
    ])
  })

  it('can be registered, read, listed and deleted while the task runs', async () => {
    const webhook = await listenForWebhooks()
    const { task } = (await send(slow.url, 'Tell me when boarding starts', { returnImmediately: true }))
      .result
    const created = (
      await rpc(slow.url, 'CreateTaskPushNotificationConfig', { taskId: task.id, url: webhook.url })
    ).result
    const [call] = await webhook.calls(1)
    const named = { taskId: task.id, id: created.id }
    const results = {
      got: (await rpc(slow.url, 'GetTaskPushNotificationConfig', named)).result,
      listed: (await rpc(slow.url, 'ListTaskPushNotificationConfigs', { taskId: task.id })).result,
      deleted: (await rpc(slow.url, 'DeleteTaskPushNotificationConfig', named)).result,
      left: (await rpc(slow.url, 'ListTaskPushNotificationConfigs', { taskId: task.id })).result,
    }
    await rpc(slow.url, 'CancelTask', { id: task.id })
    await webhook.close()

    expect(created).toEqual({ taskId: task.id, id: expect.any(String), url: webhook.url })
    expect(traceOf(call?.body)).toMatch(/^status working: /)
    expect(results).toEqual({ got: created, listed: { configs: [created] }, deleted: null, left: {} })
  })

  it('leave out pieces of artifacts, never states, when the receiver is slow', async () => {
    const flooded = Promise.withResolvers<void>()
    const webhook = await listenForWebhooks(flooded.promise)
    const events = streamMethod(quick.url, 'SendStreamingMessage', {
      message: message({ text: 'Flood me with 2,000 events' }),
      configuration: { taskPushNotificationConfig: { url: webhook.url } },
    })
    const streamed = await Array.fromAsync(events)
    flooded.resolve()
    const calls = await webhook.calls(257)
    await webhook.close()

    const kinds = calls.map(({ body }) => Object.keys(body ?? {})[0])
    expect(streamed).toHaveLength(2003)
    expect(kinds).toEqual(['task', 'statusUpdate', ...Array(254).fill('artifactUpdate'), 'statusUpdate'])
    expect(traceOf(calls.at(-1)?.body)).toBe('status completed: That was 2000.')
  })

  it.each(['file:///etc/passwd', 'not a url'])('refuse the address %s', async (url) => {
    const { task } = (await send(quick.url, 'Plan a weekend on the Moon')).result
    const { error } = await rpc(quick.url, 'CreateTaskPushNotificationConfig', { taskId: task.id, url })
    expect(error.code).toBe(-32602)
  })
})
