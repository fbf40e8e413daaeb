// Runs one store: a session for each way to send; each of its traces is then read back.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { writeExport } from '../../../electron/cli/sessions/write-export.ts'
import { reason } from '../verdict.ts'
import { type Aspect, differences, type SeenSpan, spansIn } from './seen-spans.ts'
import type { RunningStore, Store } from './stores.ts'
import { makeTraffic } from './traffic.ts'

export const ways = ['file, JSON', 'file, protobuf', 'live, JSON', 'live, protobuf'] as const
type Way = (typeof ways)[number]

export interface StoreResult {
  readonly store: Store
  readonly unavailable?: string
  /** Differences to what was sent; empty without any. */
  readonly ways: ReadonlyMap<Way, ReadonlyMap<Aspect, string>>
  readonly spans: number
  readonly tail?: string
}

/** Until sent spans can be read. */
const patienceMs = 20_000

export async function runStore(store: Store, cache: string): Promise<StoreResult> {
  const running = await store.start(cache).catch((error: unknown) => reason(error))
  if (typeof running === 'string') return { store, unavailable: running, ways: new Map(), spans: 0 }
  const results = new Map<Way, ReadonlyMap<Aspect, string>>()
  let spans = 0
  try {
    for (const way of ways) {
      const sent = await sendBy(way, running.endpoint).catch((error: unknown) => reason(error))
      if (typeof sent === 'string') {
        results.set(way, new Map([['spans', sent]]))
        continue
      }
      spans += sent.length
      results.set(way, await readBack(sent, running))
    }
    return { store, ways: results, spans, tail: running.tail() }
  } finally {
    await running.close()
  }
}

/** Sends, and returns what was sent. */
async function sendBy(way: Way, endpoint: string): Promise<readonly SeenSpan[]> {
  const isJson = way.endsWith('JSON')
  const window = await openWindow()
  try {
    if (way.startsWith('file')) {
      await makeTraffic(window)
      await postFile(window, isJson, endpoint)
      return await exported(window)
    }
    const format = isJson ? 'json' : 'protobuf'
    await window.client.traces.configure({ enabled: true, endpoint, format, headers: [] })
    await makeTraffic(window)
    const isAllSent = await window.engine.traces.flush(patienceMs)
    const { rejectedSpans, lastError } = window.engine.traces.sending()
    if (!isAllSent || rejectedSpans > 0)
      throw new Error(`not taken: ${lastError?.message ?? 'nothing came back'}`)
    return (await exported(window)).filter((span) => !isOpenTask(span))
  } finally {
    await window.close()
  }
}

/** Meanwhile recording: a task is sent once it has ended. */
function isOpenTask({ names, attributes }: SeenSpan): boolean {
  return (
    /^\["task"/.test(JSON.stringify(names)) &&
    !/TASK_STATE_(COMPLETED|FAILED|CANCELED|REJECTED)/.test(JSON.stringify(attributes))
  )
}

async function exported(window: TestWindow): Promise<readonly SeenSpan[]> {
  const lines = (await fileOf(window, 'otlp')).toString('utf8').split('\n')
  return lines.filter((line) => line !== '').flatMap((line) => spansIn(JSON.parse(line)))
}

async function fileOf(
  { engine: { sessions } }: TestWindow,
  format: 'otlp' | 'otlp-protobuf',
): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-traces-'))
  const path = join(folder, 'session')
  const request = { sessionId: sessions.currentSession(), selection: { of: 'session' }, format } as const
  await writeExport(sessions.files, request, path)
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

/** As documented: one request per line, or the whole file. */
async function postFile(window: TestWindow, isJson: boolean, endpoint: string): Promise<void> {
  const file = await fileOf(window, isJson ? 'otlp' : 'otlp-protobuf')
  const bodies = isJson
    ? file
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [new Uint8Array(file)]
  for (const body of bodies) {
    const headers = { 'Content-Type': isJson ? 'application/json' : 'application/x-protobuf' }
    const answer = await fetch(`${endpoint}/v1/traces`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()).slice(0, 200)}`)
  }
}

/** Polls until nothing is missing, or the time-out. */
async function readBack(
  sent: readonly SeenSpan[],
  { read }: RunningStore,
): Promise<ReadonlyMap<Aspect, string>> {
  const traceIds = new Set(sent.map(({ traceId }) => traceId))
  const until = performance.now() + patienceMs
  for (;;) {
    const seenSpans: SeenSpan[] = []
    for (const traceId of traceIds) seenSpans.push(...(await read(traceId)))
    const different = differences(sent, mineOf(sent, seenSpans))
    if (!different.has('spans') || performance.now() > until) return different
    await sleep(300)
  }
}

/** The caller's trace is the same in every session. */
function mineOf(sent: readonly SeenSpan[], seenSpans: readonly SeenSpan[]): readonly SeenSpan[] {
  const ids = new Set(sent.map(({ spanId }) => spanId))
  return seenSpans.filter(({ spanId }) => ids.has(spanId))
}
