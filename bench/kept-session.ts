// A session of any length in a temporary folder, written by another process, so that an engine that opens it is measured.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openRecord } from '#engine/store/record.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { NewEntry } from '#shared/record/entry.ts'

/** Calls of three entries with a task each, streams of two thousand pieces, or half of its entries each. */
export type SessionShape = 'calls' | 'streams' | 'mixed'

const thisFile = fileURLToPath(import.meta.url)
const perStream = 2_000
const perCall = 3
const began = 1_790_000_000_000
const moment = (index: number) => ({ at: began + index, monoMs: index })
const finding: Finding = {
  rule: 'bench',
  severity: 'warning',
  pointer: '',
  message: 'm',
  hint: 'h',
  spec: { version: '1.0', section: '1' },
}

const [, script, folder, shape, count, among] = process.argv
if (script === thisFile) await write(String(folder), shape as SessionShape, Number(count), among === 'true')

/** `among`: an entry of another session follows every hundred. */
export function writeSessionApart(
  dataDir: string,
  owner: SessionShape,
  entries: number,
  among = false,
): void {
  const { status } = spawnSync(process.execPath, [thisFile, dataDir, owner, String(entries), String(among)], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the session was not written')
}

async function write(dataDir: string, owner: SessionShape, entries: number, among: boolean): Promise<void> {
  const record = openRecord({ dataDir })
  const other = among ? record.createSession('another').sessionId : ''
  const { sessionId } = record.createSession('bench')
  let written = 0
  for (let exchange = 0; written < entries; exchange += 1) {
    const isStream = owner === 'streams' || (owner === 'mixed' && exchange % (perStream / perCall) < 1)
    const base = { sessionId, exchangeId: `exchange-${exchange}` }
    const taskId = `task-${exchange}`
    const all = isStream ? stream(base, taskId, written) : call(base, taskId, written)
    for (const entry of all.slice(0, entries - written)) {
      record.append(entry, entry.kind === 'request' ? {} : { taskId })
      written += 1
      if (among && written % 100 === 0) {
        const its = { sessionId: other, exchangeId: 'among', ...moment(written) }
        record.append({ ...its, kind: 'note', text: `among ${written}` })
      }
      // Yields to timers and readers, as in an engine.
      if (written % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  // As an idle record does by itself.
  await record.search('nothing has this', 0, 1)
  record.close()
}

type Base = Pick<NewEntry, 'sessionId' | 'exchangeId'>

function call(base: Base, taskId: string, from: number): readonly NewEntry[] {
  const text = `question ${from} about Lisbon, and what else there is to see`
  const requested = JSON.stringify({
    jsonrpc: '2.0',
    id: '1',
    method: 'SendMessage',
    params: { message: { messageId: `m${from}`, role: 'ROLE_USER', parts: [{ text }] } },
  })
  const contextId = `context-${Math.floor(from / 60)}`
  const task = { id: taskId, contextId, status: { state: 'TASK_STATE_COMPLETED' } }
  const answer = JSON.stringify({ jsonrpc: '2.0', id: '1', result: { task } })
  const { request, response } = heads(base, 'send', requested, from)
  const end: NewEntry = {
    ...base,
    ...moment(from + 2),
    kind: 'end',
    reason: 'complete',
    receivedBytes: answer.length,
    body: { sizeBytes: answer.length, text: answer },
    ...(from % 10 === 0 && { findings: [finding] }),
  }
  return [request, response, end]
}

function stream(base: Base, taskId: string, from: number): readonly NewEntry[] {
  const { request, response } = heads(base, 'stream', '{}', from)
  const frames = Array.from({ length: perStream - perCall }, (_, index): NewEntry => {
    const artifact = { artifactId: 'a', parts: [{ text: `token number ${from + index}` }] }
    const update = { taskId, contextId: 'context', artifact, append: index > 0 }
    const data = JSON.stringify({ jsonrpc: '2.0', id: '1', result: { artifactUpdate: update } })
    const raw = `data: ${data}\n\n`
    return {
      ...base,
      ...moment(from + 2 + index),
      kind: 'frame',
      index,
      framing: 'sse',
      raw: { sizeBytes: raw.length, text: raw },
      data: { sizeBytes: data.length, text: data },
    }
  })
  const end: NewEntry = {
    ...base,
    ...moment(from + perStream),
    kind: 'end',
    reason: 'complete',
    receivedBytes: 0,
  }
  return [request, response, ...frames, end]
}

function heads(base: Base, operation: 'send' | 'stream', body: string, from: number) {
  const request: NewEntry = {
    ...base,
    ...moment(from),
    kind: 'request',
    call: {
      agentId: 'bench',
      purpose: 'operation',
      operation,
      dialect: '1.0',
      binding: 'JSONRPC',
      label: 'SendMessage',
    },
    method: 'POST',
    url: 'http://127.0.0.1:9/',
    headers: [['Content-Type', 'application/json']],
    body: { sizeBytes: body.length, text: body },
  }
  const headers = [['Content-Type', 'application/json']] as [string, string][]
  const response: NewEntry = {
    ...base,
    ...moment(from + 1),
    kind: 'response',
    status: 200,
    statusText: 'OK',
    headers,
  }
  return { request, response }
}
