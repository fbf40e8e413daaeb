// A record of many exchanges, the last with very many frames.

import type { SessionRecord } from '#engine/store/record.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { NewEntry } from '#shared/record/entry.ts'

const methods = ['SendMessage', 'GetTask', 'ListTasks', 'SendStreamingMessage']

export async function fill(record: SessionRecord, exchanges: number, frames: number): Promise<string> {
  const { sessionId } = record.createSession('bench')
  const settled = async () => {
    record.flush()
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let index = 0; index < exchanges; index += 1) {
    for (const entry of call(sessionId, `exchange-${index}`, index)) record.append(entry)
    if (index % 10_000 === 9_999) await settled()
  }
  const [head, , end] = call(sessionId, 'long', exchanges)
  if (head && end) {
    record.append({ ...head, monoMs: 0 })
    for (let index = 0; index < frames; index += 1) {
      record.append(frame(sessionId, 'long', index))
      if (index % 50_000 === 49_999) await settled()
    }
    record.append(end)
  }
  await settled()
  return sessionId
}

/** An exchange whose response is one JSON text of so many bytes. */
export function appendLargeBody(record: SessionRecord, sessionId: string, bytes: number): void {
  const item = '{"taskId":"a task of many","text":"some words and no line break, as agents write it"},'
  const items = item.repeat(Math.floor(bytes / item.length))
  const body = record.keep(Buffer.from(`{"jsonrpc":"2.0","id":"1","result":{"list":[${items}null]}}`))
  const [head, answer, end] = call(sessionId, 'large', 0)
  const now = { at: Date.now(), monoMs: 1e9 }
  if (head?.kind === 'request')
    record.append({ ...head, ...now, call: { ...head.call, label: 'LargeAnswer' } })
  if (answer) record.append({ ...answer, ...now })
  if (end?.kind === 'end') record.append({ ...end, ...now, receivedBytes: body.sizeBytes, body })
  record.flush()
}

function call(sessionId: string, exchangeId: string, index: number): readonly NewEntry[] {
  const label = methods[index % methods.length] ?? ''
  const base = { sessionId, exchangeId, at: 1_790_000_000_000 + index * 10, monoMs: index * 10 }
  const body = `{"jsonrpc":"2.0","id":"${index}","result":{"task":{"id":"task-${index}"}}}`
  return [
    {
      ...base,
      kind: 'request',
      call: { purpose: 'operation', operation: 'send', dialect: '1.0', binding: 'JSONRPC', label },
      method: 'POST',
      url: 'http://127.0.0.1:41241/',
      headers: [['Content-Type', 'application/json']],
      body: { sizeBytes: body.length, text: body },
    },
    { ...base, kind: 'response', monoMs: base.monoMs + 3, status: 200, statusText: 'OK', headers: [] },
    {
      ...base,
      kind: 'end',
      monoMs: base.monoMs + (index % 100),
      reason: 'complete',
      receivedBytes: index % 5_000,
      body: { sizeBytes: body.length, text: body },
      findings: [finding],
    },
  ]
}

const finding: Finding = {
  ...{ rule: 'bench', severity: 'info', pointer: '/result', message: 'Something is odd.', hint: 'Mend it.' },
  spec: { version: '1.0', section: '1' },
}

function frame(sessionId: string, exchangeId: string, index: number): NewEntry {
  const data = `{"jsonrpc":"2.0","id":"1","result":{"artifactUpdate":{"taskId":"t","artifact":{"artifactId":"a","parts":[{"text":"word ${index} "}]},"append":true}}}`
  const raw = `data: ${data}\n\n`
  return {
    sessionId,
    exchangeId,
    at: 1_790_000_000_000 + index,
    monoMs: index / 7,
    kind: 'frame',
    index,
    framing: 'sse',
    raw: { sizeBytes: raw.length, text: raw },
    data: { sizeBytes: data.length, text: data },
  }
}
