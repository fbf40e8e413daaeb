import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import { SendMessageRequest } from '@a2a-js/sdk'
import { A2AService } from '@a2a-js/sdk/server/grpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CURRENCY_EXTENSION } from './scenes/prices.ts'
import { type DemoAgent, startDemoAgent } from './start.ts'
import {
  type Answer,
  legacyMessage,
  legacyRpc,
  message,
  post,
  rpc,
  streamLegacyRpc,
  streamMethod,
  streamRpc,
} from './testing/call.ts'
import { traceOf, traceOfTask } from './testing/trace.ts'
import { listenForWebhooks } from './testing/webhook.ts'

let quick: DemoAgent
/** Slow enough that a task is still at work when the next request arrives. */
let slow: DemoAgent
beforeAll(async () => {
  quick = await startDemoAgent({ stepMs: 0 })
  slow = await startDemoAgent({ stepMs: 20 })
})
afterAll(() => Promise.all([quick.close(), slow.close()]))

const send = (url: string, text: string, configuration?: object) =>
  rpc(url, 'SendMessage', { message: message({ text }), configuration })

describe('a story', () => {
  it('grows word by word in one artifact', async () => {
    const events = await Array.fromAsync(streamRpc(quick.url, { text: 'Tell me about Lisbon' }))
    const chunks = events.flatMap((event: Answer) => event.artifactUpdate ?? [])
    const words = chunks.map((chunk: Answer) => chunk.artifact.parts[0].text)
    const { artifacts } = (await rpc(quick.url, 'GetTask', { id: events[0].task.id })).result

    expect(words.length).toBeGreaterThan(60)
    expect(words.every((word: string) => /^\S+\s?$/.test(word))).toBe(true)
    expect(chunks.map((chunk: Answer) => [chunk.append ?? false, chunk.lastChunk ?? false])).toEqual(
      words.map((_: string, index: number) => [index > 0, index === words.length - 1]),
    )
    expect(
      artifacts.map((artifact: Answer) => [artifact.artifactId, artifact.parts.map((p: Answer) => p.text)]),
    ).toEqual([['lisbon', words]])
  })
})

describe('permission', () => {
  const AUTH_LINE =
    'status auth-required: I need your permission to charge 58 EUR. Open the link, or answer "allow" in this task. | ' +
    '<allow.html text/html /allow/ID>'
  const PAID = [
    'status working: Thank you. Charging 58 EUR',
    'artifact receipt. {"charged":58,"currency":"EUR","for":"IC 523, two travellers","receipt":"PRL-R-0058"}',
    'status completed: Paid.',
  ]
  const ask = { text: 'Charge the tickets to my travel account' }

  it('given on the page lets the same stream go on', async () => {
    const lines: string[] = []
    for await (const event of streamRpc(quick.url, ask)) {
      lines.push(traceOf(event))
      const link = event.statusUpdate?.status.message?.parts[1]?.url
      if (link) {
        const page = await fetch(link)
        const answer = await fetch(link, {
          method: 'POST',
          body: new URLSearchParams({ verdict: 'allowed' }),
        })
        expect([page.status, answer.status]).toEqual([200, 200])
      }
    }
    expect(lines).toEqual([
      'task submitted',
      'status working: Opening your travel account',
      AUTH_LINE,
      ...PAID,
    ])
  })

  it('refused on the page rejects the task, and the page is then gone', async () => {
    const { task } = (await send(quick.url, ask.text)).result
    const link = `${quick.url}/allow/${task.id}`
    await fetch(link, { method: 'POST', body: new URLSearchParams({ verdict: 'refused' }) })
    const after = await waitForState(quick.url, task.id, 'TASK_STATE_REJECTED')
    expect([task.status.state, traceOfTask(after), (await fetch(link)).status]).toEqual([
      'TASK_STATE_AUTH_REQUIRED',
      'task rejected: Nothing was charged: you refused.',
      404,
    ])
  })

  it('given in the task ends the waiting stream and goes on in a new one', async () => {
    const first = streamRpc(quick.url, ask)
    const taskId = (await first.next()).value.task.id
    await nextMatching(first, (event) => event.statusUpdate?.status.state === 'TASK_STATE_AUTH_REQUIRED')
    const second = await Array.fromAsync(streamRpc(quick.url, { text: 'allow', taskId }))
    expect(second.map(traceOf)).toEqual(['task working', ...PAID])
    expect(await first.next()).toEqual({ done: true, value: undefined })
  })
})

describe('a long task', () => {
  it('can be canceled, which ends its stream', async () => {
    const stream = streamRpc(slow.url, { text: 'Watch the fares to Lisbon' })
    const { id } = (await stream.next()).value.task
    await nextMatching(stream, (event) => event.statusUpdate?.metadata?.looked === 1)
    const canceled = await rpc(slow.url, 'CancelTask', { id })
    const rest = await Array.fromAsync(stream)
    const again = await rpc(slow.url, 'CancelTask', { id })

    expect(traceOfTask(canceled.result)).toBe('task canceled')
    expect(traceOf(rest.at(-1))).toBe('status canceled')
    expect(again.result.status.state).toBe('TASK_STATE_CANCELED')
    expect(
      (await rpc(slow.url, 'SendMessage', { message: message({ text: 'go on', taskId: id }) })).error.code,
    ).toBe(-32004)
  })

  it('can be left and subscribed to again', async () => {
    const { task } = (await send(slow.url, 'Watch the fares to Lisbon', { returnImmediately: true })).result
    const subscription = streamMethod(slow.url, 'SubscribeToTask', { id: task.id })
    const [snapshot, update] = [(await subscription.next()).value, (await subscription.next()).value]
    await rpc(slow.url, 'CancelTask', { id: task.id })
    const rest = await Array.fromAsync(subscription)

    expect([snapshot.task.id, Object.keys(update), traceOf(rest.at(-1))]).toEqual([
      task.id,
      ['statusUpdate'],
      'status canceled',
    ])
    expect((await rpc(slow.url, 'SubscribeToTask', { id: task.id })).error.code).toBe(-32004)
  })

  it('goes on where it was when a message arrives meanwhile', async () => {
    const stream = streamRpc(slow.url, { text: 'Watch the fares to Lisbon' })
    const taskId = (await stream.next()).value.task.id
    const seen = await nextMatching(stream, (event) => event.statusUpdate?.metadata?.looked === 2)
    const second = streamRpc(slow.url, { text: 'still there?', taskId })
    const opening = (await second.next()).value
    const next = (await second.next()).value
    await rpc(slow.url, 'CancelTask', { id: taskId })

    expect([traceOf(seen), traceOf(opening), traceOf(next)]).toEqual([
      'status working: Look 2 of 40: 64 EUR',
      'task working',
      'status working: Look 3 of 40: 66 EUR',
    ])
  })

  it('ends with a summary of what it saw', async () => {
    const { task } = (await send(quick.url, 'Watch the fares to Lisbon')).result
    expect([traceOfTask(task), task.metadata, task.artifacts[0].parts[0].data.faresEur.length]).toEqual([
      'task completed: The lowest fare was 43 EUR.',
      { looked: 40, progress: 1 },
      40,
    ])
  })
})

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

  it.each(['file:///etc/passwd', 'not a url'])('refuse the address %s', async (url) => {
    const { task } = (await send(quick.url, 'Plan a weekend on the Moon')).result
    const { error } = await rpc(quick.url, 'CreateTaskPushNotificationConfig', { taskId: task.id, url })
    expect(error.code).toBe(-32602)
  })
})

describe('a flood', () => {
  it('is ten thousand events in order, and the stored task equals what was streamed', async () => {
    const received: string[] = []
    let taskId = ''
    for await (const event of streamRpc(quick.url, { text: 'Flood me with 10,000 events' })) {
      taskId ||= event.task?.id ?? ''
      if (event.artifactUpdate) received.push(event.artifactUpdate.artifact.parts[0].text)
    }
    const { result } = await rpc(quick.url, 'GetTask', { id: taskId })

    expect(received.map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: 10_000 }, (_, i) => i + 1),
    )
    expect(result.artifacts[0].parts.map((part: Answer) => part.text)).toEqual(received)
    expect(traceOfTask(result)).toBe('task completed: That was 10000.')
  })

  it('is as large for a caller that waits for one answer, and smaller when asked', async () => {
    const all = (await send(quick.url, 'Flood me')).result.task
    const some = (await send(quick.url, 'Flood me with 42 events')).result.task
    expect([all, some].map((task) => task.artifacts[0].parts.length)).toEqual([10_000, 42])
  })
})

describe('a flood over gRPC', () => {
  it('waits for a reader that does not read, and goes on when the reader gives up', async () => {
    const agent = await startDemoAgent({ stepMs: 0 })
    const say = { ...message({ text: 'Flood me' }), contextId: 'stalled' }
    // Bare HTTP/2: a stream nobody reads is held back by its window, while the gRPC client library reads ahead.
    const session = connect(`http://${agent.grpcTarget}`)
    const call = session.request({
      ':method': 'POST',
      ':path': A2AService.sendStreamingMessage.path,
      'content-type': 'application/grpc',
      te: 'trailers',
      'a2a-version': '1.0',
    })
    call.end(
      grpcFrame(
        A2AService.sendStreamingMessage.requestSerialize(SendMessageRequest.fromJSON({ message: say })),
      ),
    )
    await once(call, 'response')

    const [task] = (await rpc(agent.url, 'ListTasks', { contextId: 'stalled' })).result.tasks
    // As many events as the stalled stream still has to send, twice: it has all the time it needs.
    for (const _ of [1, 2]) await Array.fromAsync(streamRpc(agent.url, { text: 'Flood me' }))
    const during = (await rpc(agent.url, 'GetTask', { id: task.id })).result
    call.close(constants.NGHTTP2_CANCEL)
    const after = await waitForState(agent.url, task.id, 'TASK_STATE_COMPLETED')
    session.destroy()
    await agent.close()

    expect(during.status.state).toBe('TASK_STATE_WORKING')
    expect(during.artifacts[0].parts.length).toBeLessThan(10_000)
    expect(after.artifacts[0].parts.length).toBe(10_000)
  })
})

/** A gRPC message on the wire: not compressed, its length, itself. */
function grpcFrame(message: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

describe('an extension', () => {
  it.each([
    ['/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} }],
    ['/a2a', { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: {} }],
    ['/rest/message:send', {}],
    ['/rest/message:stream', {}],
  ])('is reported as active by %s %j, where it is used and asked for', async (path, body) => {
    const ask = async (text: string, extension: string) => {
      const params = { message: message({ text }) }
      const response = await post(quick.url + path, 'params' in body ? { ...body, params } : params, {
        'A2A-Version': '1.0',
        'Content-Type': 'application/json',
        'A2A-Extensions': extension,
      })
      await response.text()
      return response.headers.get('a2a-extensions')
    }
    const unknown = 'https://parley-demo.example/extensions/unknown'
    expect([
      await ask('Show the prices', `${unknown}, ${CURRENCY_EXTENSION}`),
      await ask('Show the prices', unknown),
      await ask('Hello', CURRENCY_EXTENSION),
    ]).toEqual([CURRENCY_EXTENSION, null, null])
  })
})

describe('0.3', () => {
  it('ends a stream with final and streams the same words', async () => {
    const events = await Array.fromAsync(streamLegacyRpc(quick.url, { text: 'Tell me about Lisbon' }))
    const modern = await Array.fromAsync(streamRpc(quick.url, { text: 'Tell me about Lisbon' }))
    expect(events.map(traceOf)).toEqual(modern.map(traceOf))
    expect([events.at(-1).kind, events.at(-1).final]).toEqual(['status-update', true])
  })
})

async function waitForState(url: string, id: string, state: string): Promise<Answer> {
  for (;;) {
    const { result } = await rpc(url, 'GetTask', { id })
    if (result.status.state === state) return result
  }
}

async function nextMatching(
  events: AsyncIterator<Answer>,
  matches: (event: Answer) => boolean,
): Promise<Answer> {
  for (;;) {
    const { done, value } = await events.next()
    if (done) throw new Error('The stream ended before the event awaited.')
    if (matches(value)) return value
  }
}
