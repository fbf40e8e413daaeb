import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AnyAnswer,
  message,
  nextMatching,
  postJson,
  rpc,
  send,
  streamLegacyRpc,
  streamMethod,
  streamRpc,
  waitForState,
} from '#testing/demo-agent/call.ts'
import { traceOf, traceOfTask } from '#testing/demo-agent/trace.ts'
import { CURRENCY_EXTENSION } from './scenes/prices.ts'
import { type DemoAgent, startDemoAgent } from './start.ts'

let quick: DemoAgent
/** Slow enough that a task still works when the next request arrives. */
let slow: DemoAgent
beforeAll(async () => {
  quick = await startDemoAgent({ stepMs: 0 })
  slow = await startDemoAgent({ stepMs: 20 })
})
afterAll(() => Promise.all([quick.close(), slow.close()]))

describe('a story', () => {
  it('grows word by word in one artifact', async () => {
    const events = await Array.fromAsync(streamRpc(quick.url, { text: 'Tell me about Lisbon' }))
    const chunks = events.flatMap((event: AnyAnswer) => event.artifactUpdate ?? [])
    const words = chunks.map((chunk: AnyAnswer) => chunk.artifact.parts[0].text)
    const { artifacts } = (await rpc(quick.url, 'GetTask', { id: events[0].task.id })).result

    expect(words.length).toBeGreaterThan(60)
    expect(words.every((word: string) => /^\S+\s?$/.test(word))).toBe(true)
    expect(chunks.map((chunk: AnyAnswer) => [chunk.append ?? false, chunk.lastChunk ?? false])).toEqual(
      words.map((_: string, index: number) => [index > 0, index === words.length - 1]),
    )
    expect(
      artifacts.map((artifact: AnyAnswer) => [
        artifact.artifactId,
        artifact.parts.map((p: AnyAnswer) => p.text),
      ]),
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
  const request = { text: 'Charge the tickets to my travel account' }

  it('given on the page lets the same stream go on', async () => {
    const lines: string[] = []
    for await (const event of streamRpc(quick.url, request)) {
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
    const { task } = (await send(quick.url, request.text)).result
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
    const first = streamRpc(quick.url, request)
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
    const observed = await nextMatching(stream, (event) => event.statusUpdate?.metadata?.looked === 2)
    const second = streamRpc(slow.url, { text: 'still there?', taskId })
    const opening = (await second.next()).value
    const next = (await second.next()).value
    await rpc(slow.url, 'CancelTask', { id: taskId })

    expect([traceOf(observed), traceOf(opening), traceOf(next)]).toEqual([
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

describe('an extension', () => {
  it.each([
    ['/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: {} }],
    ['/a2a', { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: {} }],
    ['/rest/message:send', {}],
    ['/rest/message:stream', {}],
  ])('is reported as active by %s %j, where it is used and asked for', async (path, body) => {
    const request = async (text: string, extension: string) => {
      const params = { message: message({ text }) }
      const response = await postJson(quick.url + path, 'params' in body ? { ...body, params } : params, {
        'A2A-Version': '1.0',
        'Content-Type': 'application/json',
        'A2A-Extensions': extension,
      })
      await response.text()
      return response.headers.get('a2a-extensions')
    }
    const unknown = 'https://parley-demo.example/extensions/unknown'
    expect([
      await request('Show the prices', `${unknown}, ${CURRENCY_EXTENSION}`),
      await request('Show the prices', unknown),
      await request('Hello', CURRENCY_EXTENSION),
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
