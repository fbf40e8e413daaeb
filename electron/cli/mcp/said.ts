// What one exchange brought, folded as the chat folds it: tasks with their states and artifacts, messages, or the problem.

import type { Part } from '#shared/a2a/model.ts'
import { maxPieceBytes } from '#shared/bounded.ts'
import { slice } from '#shared/collections/list.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import type { Body, Entry } from '#shared/record/entry.ts'
import { wholeParts } from '#shared/story/artifact-content.ts'
import { foldExchange } from '#shared/story/fold-exchange.ts'
import type { TaskView } from '#shared/story/task-view.ts'

/** Entries of one exchange that a tool reads; what it returns says that there are more. */
const maxToolEntries = 20_000
/** Of a body that a tool reads; the file has what was read. */
const maxToolBodyBytes = 16 * 1024 * 1024
const pageRows = 1_000

export interface Said {
  /** Ours to say: enums and ids that need no fence. */
  readonly state?: string
  readonly taskId?: string
  readonly contextId?: string
  readonly text: string
}

export async function saidIn(client: EngineClient, exchangeId: string): Promise<Said> {
  const { entries, isWhole } = await entriesOf(client, exchangeId)
  const bodies = new Map<string, string>()
  for (const entry of entries) {
    for (const body of bodiesIn(entry)) {
      if (body.hash !== undefined && !bodies.has(body.hash)) {
        bodies.set(body.hash, new TextDecoder().decode(await bytesOf(client, body.hash)))
      }
    }
  }
  const { tasks, replies, problems } = foldExchange(entries, (hash) => bodies.get(hash))
  const task = tasks.at(-1)
  const text = [
    ...replies.map(({ message }) => `message:\n${partsText(message.parts)}`),
    ...tasks.flatMap(taskText),
    ...problems.map(({ what, detail }) => `problem: ${what}: ${detail}`),
    ...(isWhole ? [] : [`… only the first ${entries.length} entries are folded here`]),
  ].join('\n')
  return {
    ...(task?.status && { state: task.status.state }),
    ...defined({ taskId: task?.taskId, contextId: task?.contextId }),
    text,
  }
}

/** Its text below the ids that it is about. */
export function underIds({ taskId, contextId, text }: Said): string {
  const ids = JSON.stringify({ taskId, contextId })
  return ids === '{}' ? text : `${ids}\n${text}`
}

export async function entriesOf(
  client: EngineClient,
  exchangeId: string,
  sessionId?: string,
): Promise<{ readonly entries: readonly Entry[]; readonly isWhole: boolean }> {
  const entries: Entry[] = []
  for (let after = 0; ; ) {
    const page = await client.record.exchange({
      exchangeId,
      after,
      limit: pageRows,
      ...defined({ sessionId }),
    })
    entries.push(...page.entries)
    if (page.entries.length < pageRows) return { entries, isWhole: true }
    if (entries.length >= maxToolEntries) return { entries, isWhole: false }
    after = page.next
  }
}

export async function bytesOf(client: EngineClient, hash: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for (let offset = 0; offset < maxToolBodyBytes; ) {
    const { base64, sizeBytes } = await client.record.body({ hash, offset, length: maxPieceBytes })
    const piece = Buffer.from(base64, 'base64')
    pieces.push(piece)
    offset += piece.length
    if (piece.length === 0 || offset >= sizeBytes) break
  }
  return Buffer.concat(pieces)
}

export function bodiesIn(entry: Entry): readonly Body[] {
  const found = [
    'body' in entry ? entry.body : undefined,
    'decoded' in entry ? entry.decoded : undefined,
    'data' in entry ? entry.data : undefined,
  ]
  return found.filter((body) => body !== undefined)
}

function taskText(task: TaskView): readonly string[] {
  const { status } = task
  return [
    `task ${task.taskId}${status ? `: ${status.state}` : ''}`,
    ...(task.contextId === undefined ? [] : [`context ${task.contextId}`]),
    ...(status?.message ? [`status message:\n${partsText(status.message.parts)}`] : []),
    ...slice(task.artifacts).map(
      ({ artifactId, name, content }) =>
        `artifact ${artifactId}${name === undefined ? '' : ` (${name})`}:\n${partsText(wholeParts(content))}`,
    ),
  ]
}

function partsText(parts: readonly Part[]): string {
  return parts.map(partText).join('\n')
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'file-bytes':
      return `[file ${part.filename ?? ''} ${part.mediaType ?? ''}, ${part.base64.length} characters of base64]`
    case 'file-url':
      return `[file ${part.filename ?? ''} ${part.mediaType ?? ''} at ${part.url}]`
    case 'data':
      return JSON.stringify(part.data, null, 1)
    case 'unknown':
      return JSON.stringify(part.raw, null, 1)
  }
}
