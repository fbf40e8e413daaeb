// One task of any length in a record, as left by a stream: a burst of pieces of one artifact, or states with a row each.

import type { SessionRecord } from '#engine/store/record.ts'
import type { NewEntry } from '#shared/record/entry.ts'

export type TaskShape = 'pieces' | 'states'

export interface LongTask {
  readonly taskId: string
  /** Appends so many more events. */
  append(events: number): void
  end(): void
}

const began = 1_790_000_000_000

export function beginTask(
  record: SessionRecord,
  shape: TaskShape,
  agentId: string,
  perSecond = 5_000,
): LongTask {
  const taskId = `task-${shape}`
  const base = { sessionId: 'bench', exchangeId: `exchange-${shape}` }
  const facts = { taskId }
  let index = 0
  const moment = () => ({
    at: began + Math.floor((index * 1_000) / perSecond),
    monoMs: (index * 1_000) / perSecond,
  })
  const frame = (result: unknown): NewEntry => {
    const data = JSON.stringify({ jsonrpc: '2.0', id: '1', result })
    const raw = `data: ${data}\n\n`
    return {
      ...base,
      ...moment(),
      kind: 'frame',
      index: index++,
      framing: 'sse',
      raw: { sizeBytes: raw.length, text: raw },
      data: { sizeBytes: data.length, text: data },
    }
  }
  const status = (state: string, text?: string) => ({
    statusUpdate: {
      taskId,
      contextId: 'context',
      status: {
        state: `TASK_STATE_${state}`,
        timestamp: new Date(began + index).toISOString(),
        ...(text && { message: { messageId: `m${index}`, role: 'ROLE_AGENT', parts: [{ text }] } }),
      },
    },
  })
  const piece = () => ({
    artifactUpdate: {
      taskId,
      contextId: 'context',
      artifact: { artifactId: 'a', parts: [{ text: `token number ${index} ` }] },
      append: index > 1,
    },
  })

  record.append({
    ...base,
    ...moment(),
    kind: 'request',
    method: 'POST',
    url: 'http://127.0.0.1:9/',
    headers: [],
    call: {
      agentId,
      purpose: 'operation',
      operation: 'stream',
      dialect: '1.0',
      binding: 'JSONRPC',
      label: 'SendStreamingMessage',
    },
  })
  record.append({ ...base, ...moment(), kind: 'response', status: 200, statusText: 'OK', headers: [] })
  record.append(
    frame({ task: { id: taskId, contextId: 'context', status: { state: 'TASK_STATE_WORKING' } } }),
    facts,
  )
  return {
    taskId,
    append(events) {
      for (let count = 0; count < events; count++) {
        record.append(frame(shape === 'pieces' ? piece() : status('WORKING', `step ${index}`)), facts)
      }
    },
    end() {
      record.append(frame(status('COMPLETED')), facts)
      record.append({ ...base, ...moment(), kind: 'end', reason: 'closed-by-agent', receivedBytes: 0 }, facts)
    },
  }
}
