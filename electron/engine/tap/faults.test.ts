// Injected faults: the caller receives them, while the record has what the agent sent, without findings.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { TapFault, TapFaultKind } from '#shared/contract/taps.ts'
import { openWindow } from '#testing/engine/open-window.ts'

const toClose: (() => unknown)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close()
})

const event = (text: string) => `data: {"text":"${text}"}\n\n`

/** An agent that sends `events` in pieces across their bounds, and a tap of it. */
async function tapped(events: readonly string[], faults: readonly TapFault[]) {
  const stream = Buffer.from(events.join(''))
  const agent = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (let at = 0; at < stream.byteLength; at += 7) response.write(stream.subarray(at, at + 7))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(agent, 'listening')
  toClose.push(() => agent.close())
  const window = await openWindow()
  toClose.push(window.close)
  const agentId = await window.idOf(`http://127.0.0.1:${(agent.address() as AddressInfo).port}`)
  const tap = await window.client.taps.start({ agentId })
  expect(await window.client.taps.setFaults({ id: tap.id, faults: [...faults] })).toMatchObject({ faults })
  const recorded = async () => {
    window.engine.record.flush()
    const { rows } = await window.client.console.exchanges({ filter: '', offset: 0, limit: 100 })
    const row = rows.find(({ method }) => method === 'POST')
    return { row, entries: row ? await window.entries(row.id) : [] }
  }
  return { address: tap.address, recorded, client: window.client, id: tap.id }
}

/** Returns what was received, also of a cut response. */
async function post(address: string) {
  const started = performance.now()
  const answer = await fetch(`${address}/x`, { method: 'POST', body: '{}' })
  const headMs = performance.now() - started
  let text = ''
  let isCut = false
  const decoder = new TextDecoder()
  try {
    for await (const bytes of answer.body ?? []) text += decoder.decode(bytes, { stream: true })
  } catch {
    isCut = true
  }
  return { status: answer.status, text, isCut, headMs, tookMs: performance.now() - started }
}

const [a, b, c] = ['a', 'b', 'c'].map(event)
const events = [a ?? '', b ?? '', c ?? '']
const sent = ['a', 'b', 'c'].map((text) => `{"text":"${text}"}`)
const half = 'data: {"t\n\n'

test.each<[TapFaultKind, number, string, boolean?]>([
  ['drop', 2, `${a}${c}`],
  ['duplicate', 2, `${a}${b}${b}${c}`],
  ['reorder', 1, `${b}${a}${c}`],
  ['reorder', 3, `${a}${b}${c}`],
  ['malformed', 3, `${a}${b}${half}`],
  ['cut', 2, `${a}${b}`, true],
])('%s %i', async (kind, value, text, isCut = false) => {
  const { address, recorded } = await tapped(events, [{ route: '*', kind, value }])
  expect(await post(address)).toMatchObject({ status: 200, text, isCut })
  await expect.poll(async () => (await recorded()).row?.state).toMatch(/done|failed/)
  const { row, entries } = await recorded()
  const frames = entries.flatMap((entry) => (entry.kind === 'frame' ? [entry.data?.text] : []))
  expect(frames).toEqual(isCut ? sent.slice(0, frames.length) : sent)
  expect(entries.flatMap((entry) => (entry.kind === 'note' ? [entry.text] : []))).toEqual([
    expect.stringContaining(`Parley injected a fault into this response. ${kind}: ${value} `),
  ])
  expect(row?.findings).toEqual({ error: 0, warning: 0, info: 0 })
  if (isCut)
    expect(entries.at(-1)).toMatchObject({
      failure: 'aborted',
      message: expect.stringContaining('injected'),
    })
})

test('a status takes the place of the response, which is on the record', async () => {
  const { address, recorded } = await tapped(events, [{ route: 'POST /x', kind: 'status', value: 503 }])
  expect(await post(address)).toMatchObject({ status: 503, text: expect.stringContaining('injected') })
  await expect.poll(async () => (await recorded()).row).toMatchObject({ status: 200, frames: 3 })
})

test('delay holds the head, jitter and a slow reader the events', async () => {
  const delayed = await tapped(events, [{ route: '*', kind: 'delay', value: 300 }])
  expect((await post(delayed.address)).headMs).toBeGreaterThanOrEqual(295)
  const slow = await tapped(events, [
    { route: '*', kind: 'slow', value: events.join('').length * 3 },
    { route: '*', kind: 'jitter', value: 50 },
  ])
  const { text, tookMs } = await post(slow.address)
  expect(text).toBe(events.join(''))
  expect(tookMs).toBeGreaterThanOrEqual(320)
})

test('other routes are spared, and all again once the faults are taken back', async () => {
  const { address, recorded, client, id } = await tapped(events, [
    { route: 'SendMessage', kind: 'drop', value: 1 },
    { route: 'stream', kind: 'status', value: 500 },
  ])
  expect(await post(address)).toMatchObject({ status: 200, text: events.join('') })
  await expect.poll(async () => (await recorded()).row?.state).toBe('done')
  expect((await recorded()).entries.some(({ kind }) => kind === 'note')).toBe(false)
  await client.taps.setFaults({ id, faults: [{ route: '*', kind: 'drop', value: 1 }] })
  expect((await post(address)).text).toBe(`${b}${c}`)
  await client.taps.setFaults({ id, faults: [] })
  expect((await post(address)).text).toBe(events.join(''))
  await expect(
    client.taps.setFaults({ id, faults: [{ route: '*', kind: 'status', value: 9 }] }),
  ).rejects.toThrow()
})
