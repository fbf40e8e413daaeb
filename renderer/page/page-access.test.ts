// A shared page answers requests like the engine.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { newSpanId, otlpJson } from '#testing/engine/otlp-json.ts'
import { callTraced, postSpans, spansAddress } from '#testing/engine/traced-calls.ts'
import { type Agent, agent } from '../../e2e/agents/agent.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'
import { noContext } from '../../e2e/agents/quirks/shapes.ts'
import { createPageClient } from './page-access.ts'
import { readPageData } from './page-data.ts'

let window: TestWindow
let kit: Agent
let pageFolder: string

beforeEach(async () => {
  pageFolder = mkdtempSync(join(tmpdir(), 'parley-page-'))
  for (const name of ['page.js', 'page.css']) writeFileSync(join(pageFolder, name), '')
  window = await openWindow({ pageFolder })
  kit = await agent({ dialect: '1.0' })
})
afterEach(async () => {
  await window.close()
  await kit.close()
  rmSync(pageFolder, { recursive: true, force: true })
})

async function pageOf(sessionId: string): Promise<EngineClient> {
  const { sessionFiles } = window.client
  const steps = await sessionFiles.exporting({ sessionId, selection: { of: 'session' }, format: 'html' })
  for await (const step of steps) {
    if (step.kind !== 'ready') continue
    const { base64 } = await sessionFiles.readExport({
      exportId: step.exportId,
      offset: 0,
      length: 1_048_576,
    })
    const html = Buffer.from(base64, 'base64').toString('utf8')
    const [, packed = ''] = /id="session">([^<]*)</.exec(html) ?? []
    return createPageClient(await readPageData(packed))
  }
  throw new Error('the page was not written')
}

/** Exports a session to a file and imports it again. */
async function copyOf(sessionId: string): Promise<string> {
  const { sessionFiles } = window.client
  const { uploadId } = await sessionFiles.beginUpload()
  const steps = await sessionFiles.exporting({ sessionId, selection: { of: 'session' }, format: 'parley' })
  for await (const step of steps) {
    if (step.kind !== 'ready') continue
    const { exportId } = step
    await sessionFiles.upload({
      uploadId,
      ...(await sessionFiles.readExport({ exportId, offset: 0, length: 1_048_576 })),
    })
  }
  for await (const step of await sessionFiles.importing({ uploadId, damaged: 'refuse' }))
    if (step.kind === 'done') return step.sessionId
  throw new Error('the file was not imported')
}

/** Sends a request to the page and to the engine, expects equal answers and returns them. */
function comparing(page: EngineClient, sessionId: string) {
  return async <T>(request: (client: EngineClient, source: { readonly sessionId: string }) => Promise<T>) => {
    const subject = { sessionId }
    const [output, expected] = [await request(page, subject), await request(window.client, subject)]
    expect(output).toEqual(expected)
    return output
  }
}

async function entriesOf(
  both: ReturnType<typeof comparing>,
  rows: readonly ExchangeRow[],
): Promise<readonly Entry[]> {
  const read: Entry[] = []
  for (const { id: exchangeId } of rows) {
    const request = { exchangeId, after: 0, limit: 1_000 }
    read.push(
      ...(await both(({ record }, source) =>
        record.exchange({ ...request, ...source }).then(({ entries }) => entries),
      )),
    )
  }
  return read
}

test('lists, exchanges, bodies and timelines are what the engine says of the session', async () => {
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  await window.client.conversation.send({ agentId, text: 'many 30', stream: true })
  await window.client.conversation.send({ agentId, text: `hello ${'long '.repeat(2_000)}`, stream: false })
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  await window.client.sessions.record({ action: 'new' })
  await window.client.tasks.get({ agentId, taskId: 'none' })
  const page = await pageOf(sessionId)
  const both = comparing(page, sessionId)

  const listed = (filter: string) =>
    both(async ({ console }, source) => {
      const { rows, total } = await console.exchanges({ filter, ...source, offset: 0, limit: 50 })
      return { rows, total }
    })
  for (const filter of [
    'kind:stream',
    'status:ok -kind:card',
    'method:Send size>100',
    'frames>5',
    'finding:none',
    'agent:kit',
    'chunk1 -hello',
    '"long lo"',
  ]) {
    await listed(filter)
  }
  const { rows } = await listed('')
  await both(({ console }, source) => console.labels(source))
  const together = await both(({ together }, source) =>
    together
      .sequence({ ...source, open: [], offset: 0, limit: 50 })
      .then(({ lanes, rows }) => ({ lanes, rows })),
  )
  expect(together.rows.length).toBeGreaterThan(4)
  await both(({ together }, source) => together.map(source).then(({ edges }) => edges))
  const stream = rows.find(({ operation }) => operation === 'stream')
  const exchangeId = stream?.id ?? ''
  await both(({ console }, source) =>
    console.exchange({ exchangeId, ...source }).then(({ row, entries }) => ({ row, entries })),
  )
  await both(({ console }, source) => console.frames({ exchangeId, ...source, offset: 3, limit: 7 }))
  await both(({ console }, source) => console.position({ exchangeId, filter: '', ...source }))
  const entries = await entriesOf(both, rows)
  const hash =
    entries.flatMap((entry) => (entry.kind === 'request' ? [entry.body?.hash] : [])).find(Boolean) ?? ''
  await both(({ record }) => record.body({ hash, offset: 100, length: 5_000 }))

  const task = { taskId: stream?.taskId ?? '', agentId }
  const maxFoldMs = 10_000
  // On a busy machine the first answer may precede the end of the import.
  await both(({ timeline }, source) =>
    vi.waitFor(async () => {
      const read = await timeline.outline({ task, filter: {}, version: 0, waitMs: 0, ...source })
      expect(read.progress).toBe(1)
      return { outline: read.outline, total: read.total }
    }, maxFoldMs),
  )
  const drawn = await both(({ timeline }, source) =>
    timeline.rows({ task, filter: {}, from: 0, limit: 50, ...source }),
  )
  await both(({ timeline }, source) => timeline.taken({ task, filter: {}, from: 0, limit: 50, ...source }))
  await both(({ timeline }, source) =>
    timeline.rows({ task, filter: { kinds: ['status'] }, from: 1, limit: 2, ...source }),
  )
  for (const text of ['chunk1', 'many', 'working', 'no such word']) {
    await both(({ timeline }, source) =>
      timeline.rows({ task, filter: { text }, from: 0, limit: 50, ...source }),
    )
  }
  const burst = drawn.rows.find(({ kind }) => kind === 'chunks')
  await both(({ timeline }, source) =>
    timeline.chunks({ task, row: burst?.index ?? 0, from: 5, limit: 10, ...source }),
  )
  await both(({ timeline }, source) =>
    timeline.locate({ task, filter: {}, seq: (burst?.seq ?? 0) + 3, ...source }),
  )
  await both(async ({ card }) => (await card.current({ agentId }))?.found)
  await both(async ({ access }) => (await access.describe({ agentId })).sentence)
  await expect(page.conversation.send({ agentId, text: 'hello', stream: false })).rejects.toThrow(
    'Go back to live to do this',
  )
})

test('a chat without a context stays together: in the record, in a session, in a page and in a file', async () => {
  const hello = await agent({ dialect: '1.0', quirks: [noContext] })
  try {
    await window.connect(hello.url)
    const agentId = await window.idOf(hello.url)
    const send = (text: string, chatId: string) =>
      window.client.conversation.send({ agentId, text, chatId, stream: false })
    await send('direct', 'chat')
    await send('direct more', 'chat')
    await send('direct else', 'another')
    const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
    const look = async ({ story }: EngineClient, source: { readonly sessionId?: string } = {}) => {
      const chat = { kind: 'conversation', chatId: 'chat' } as const
      const { conversation, rows } = await story.rows({ agentId, of: chat, open: [], limit: 50, ...source })
      const range = { offset: 0, limit: 10, others: false }
      const listed = await story.conversations({ agentId, ...range, ...source })
      const texts = rows.flatMap((row) => ('kind' in row && row.kind === 'text' ? [row.piece.text] : []))
      return { id: conversation?.id, texts, listed: listed.rows.map(({ id, says }) => ({ id, says })) }
    }
    const expected = {
      id: 'hchat',
      texts: ['direct', 'direct reply', 'direct more', 'direct reply'],
      listed: [
        { id: 'hanother', says: 'direct else' },
        { id: 'hchat', says: 'direct' },
      ],
    }
    const both = comparing(await pageOf(sessionId), sessionId)
    expect(await both(look)).toEqual(expected)
    expect(await look(window.client)).toEqual(expected)
    const copy = await copyOf(sessionId)
    expect(await look(window.client, { sessionId: copy })).toEqual(expected)
    window = await window.reopen()
    expect(await look(window.client)).toEqual(expected)
  } finally {
    await hello.close()
  }
})

test('three tasks of a context stand on one clock as in the window', async () => {
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const contextId = 'one-context'
  for (const text of ['hello', 'many 5', 'fail']) {
    await window.client.conversation.send({ agentId, text, contextId, stream: true })
  }
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  const both = comparing(await pageOf(sessionId), sessionId)
  const streams = await both(({ console }, source) =>
    console.exchanges({ filter: 'kind:stream', offset: 0, limit: 10, ...source }).then(({ rows }) => rows),
  )
  const tasks = streams.map(({ taskId = '' }) => ({ taskId, agentId }))
  const lanes = await both(({ timeline }, source) =>
    timeline.lanes({ tasks, version: 0, waitMs: 0, ...source }).then((followed) => followed.lanes),
  )
  expect(lanes.map(({ segments }) => segments.at(-1)?.state)).toEqual(['completed', 'completed', 'failed'])
})

test('frames too long to lie in the list tell what they say, as the engine tells it', async () => {
  await window.connect(kit.url)
  const agentId = await window.idOf(kit.url)
  const { exchangeId } = await window.client.conversation.send({
    agentId,
    text: `echo ${'long '.repeat(2_000)}`,
    stream: true,
  })
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  const both = comparing(await pageOf(sessionId), sessionId)
  const frames = await both(({ console }, source) =>
    console.frames({ exchangeId, ...source, offset: 0, limit: 50 }),
  )
  expect(frames.map(({ data }) => data?.hash !== undefined && data.text?.includes('long '))).toContain(true)
})

/** The answer without its version, which counts changes. */
function withoutVersion<Answer extends { readonly version: number; readonly waitedMs: number }>(
  answer: Answer,
) {
  const { version, waitedMs, ...rest } = answer
  return rest
}

test('findings, a cleared list and bodies too long for one piece are what the engine says of the session', async () => {
  const wrong = await namedAgent('append-to-unknown').start()
  try {
    await window.connect(wrong.url)
    const agentId = await window.idOf(wrong.url)
    await window.client.conversation.send({ agentId, text: 'hi', stream: true })
    await window.client.conversation.send({ agentId, text: 'long '.repeat(300_000), stream: false })
    const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
    const both = comparing(await pageOf(sessionId), sessionId)

    const match = await both(({ console }, source) =>
      console.findings({ offset: 0, limit: 1, ...source }).then(({ rows, total }) => ({ rows, total })),
    )
    expect(match.total).toBeGreaterThan(0)
    const counted = await both(({ console }, source) =>
      console.counts(source).then(({ exchanges, webhooks, findings }) => ({ exchanges, webhooks, findings })),
    )
    expect(counted.findings).toBeGreaterThanOrEqual(match.total)
    const { sessions } = await window.client.sessions.list({ limit: 10 })
    expect(sessions.find(({ id }) => id === sessionId)?.findings).toBe(counted.findings)
    for (const filter of [{}, { agentId }, { severity: 'warning' as const, rule: 'seq' }]) {
      const { rows } = await both(({ console }, source) =>
        console.findingGroups({ ...filter, offset: 0, limit: 9, ...source }).then(withoutVersion),
      )
      for (const { rule } of rows) {
        const group = { rule, agentId }
        await both(({ console }, source) =>
          console.findings({ group, offset: 0, limit: 9, ...source }).then(withoutVersion),
        )
      }
    }
    const [{ exchangeId = '' } = {}] = match.rows
    await both(({ console }, source) =>
      console.findings({ exchangeId, offset: 0, limit: 10, ...source }).then(({ rows }) => rows),
    )

    const all = await both(({ console }, source) =>
      console.exchanges({ filter: '', offset: 0, limit: 50, ...source }).then(({ rows }) => rows),
    )
    const after = all.at(-2)?.firstSeq ?? 0
    const left = await both(({ console }, source) =>
      console.exchanges({ filter: '', after, offset: 0, limit: 50, ...source }).then(({ rows }) => rows),
    )
    expect(left).toEqual(all.slice(-1))
    await both(({ console }, source) =>
      console.position({ filter: '', after, exchangeId: all[0]?.id ?? '', ...source }),
    )

    const entries = await entriesOf(both, all)
    const long = entries.flatMap((entry) => (entry.kind === 'request' ? [entry.body] : [])).at(-1)
    expect(long?.sizeBytes).toBeGreaterThan(1_500_000)
    const secret = '0123456789abcdef'
    await both(({ record }) => record.shortened({ hash: long?.hash ?? '', secret }))
  } finally {
    await wrong.close()
  }
})

test('spans of its calls are what the engine says of them', async () => {
  const { exchangeId, traceId, spanId: parentSpanId } = await callTraced(window, kit.url)
  const [server, inner] = [newSpanId(), newSpanId()]
  const url = await spansAddress(window)
  await postSpans(
    url,
    otlpJson('kit', [
      { traceId, spanId: server, parentSpanId, name: 'serve', kind: 2, attributes: { a: 'b' } },
      { traceId, spanId: inner, parentSpanId: server, name: 'think', failed: true },
    ]),
  )
  const sessionId = (await window.client.sessions.recording()).session?.id ?? ''
  await window.client.sessions.record({ action: 'new' })
  const both = comparing(await pageOf(sessionId), sessionId)
  const all = { folded: [], offset: 0, limit: 50 }
  const listed = await both(async ({ spans }, source) => {
    const { version: _, waitedMs: __, ...page } = await spans.ofExchange({ exchangeId, ...source, ...all })
    return page
  })
  expect(listed.rows.map(({ name, depth }) => `${depth} ${name}`)).toEqual([
    '0 SendStreamingMessage',
    '1 serve',
    '2 think',
  ])
  const taskId = (
    await window.client.console.exchanges({ sessionId, filter: '', offset: 0, limit: 9 })
  ).rows.find(({ id }) => id === exchangeId)?.taskId
  await both(({ spans }, source) =>
    spans.ofTask({ taskId: taskId ?? '', ...source, ...all }).then(({ rows, total }) => ({ rows, total })),
  )
  await both(({ spans }, source) => spans.span({ traceId, spanId: server, ...source }))
})
