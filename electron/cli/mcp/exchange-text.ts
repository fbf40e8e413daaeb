// The result of one exchange, folded as in the chat: tasks with states and artifacts, messages, or the problem.

import type { Severity } from '#shared/a2a/finding.ts'
import { partsText } from '#shared/a2a/parts-text.ts'
import { severities } from '#shared/a2a/severities.ts'
import { maxPieceBytes, maxReferences } from '#shared/bounded.ts'
import { slice } from '#shared/collections/list.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { allEntries } from '#shared/record/all-entries.ts'
import type { Body, Entry, RawHeaders } from '#shared/record/entry.ts'
import { programName } from '#shared/record/program-name.ts'
import { wholeParts } from '#shared/story/artifact-content.ts'
import { foldExchange } from '#shared/story/projection.ts'
import type { TaskView } from '#shared/story/task-view.ts'
import { findingRow, type McpContext } from './tool.ts'
import { elsewhere, offsetOf, plainText, type Room, type ToolText } from './tool-result.ts'

/** Findings read for one answer, more than fit; its cursor has the rest. */
const maxReadFindings = 2_000

const findingPageRows = 100

/** Bodies of one exchange that are written to files; get_exchange reports how many there are. */
const maxBodyFiles = 100

const fileOf = (hash: string) => `${hash}.body`

/** Entries of one exchange that a tool reads; the result mentions further ones. */
const maxToolEntries = 20_000
/** Of a body that a tool reads; the file has what was read. */
const maxToolBodyBytes = 16 * 1024 * 1024

export interface ExchangeText {
  /** Enums and ids, which need no fence. */
  readonly state?: string
  readonly taskId?: string
  readonly contextId?: string
  readonly text: string
}

export async function readExchangeText(client: EngineClient, exchangeId: string): Promise<ExchangeText> {
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

/** Prefixes the text with its task and context ids. */
export function underIds({ taskId, contextId, text }: ExchangeText): string {
  const ids = JSON.stringify({ taskId, contextId })
  return ids === '{}' ? text : `${ids}\n${text}`
}

async function entriesOf(
  client: EngineClient,
  exchangeId: string,
  sessionId?: string,
): Promise<{ readonly entries: readonly Entry[]; readonly isWhole: boolean }> {
  const about = { exchangeId, ...defined({ sessionId }) }
  const read = allEntries((page) => client.record.exchange({ ...about, ...page }), maxToolEntries)
  const entries = await Array.fromAsync(read)
  return { entries, isWhole: entries.length < maxToolEntries }
}

async function bytesOf(client: EngineClient, hash: string): Promise<Uint8Array> {
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

function bodiesIn(entry: Entry): readonly Body[] {
  const matches = [
    'body' in entry ? entry.body : undefined,
    'decoded' in entry ? entry.decoded : undefined,
    'data' in entry ? entry.data : undefined,
  ]
  return matches.filter((body) => body !== undefined)
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

export async function broughtBy(
  { client, mask }: McpContext,
  exchangeId: string,
  before: readonly string[],
  room: Room,
): Promise<ToolText> {
  const [{ row }, exchangeText] = await Promise.all([
    client.console.exchange({ exchangeId }),
    readExchangeText(client, exchangeId),
  ])
  const { error, warning, info } = row.findings
  const statements = [
    ...before,
    `exchangeId: ${exchangeId} (${row.state})`,
    ...(exchangeText.state === undefined ? [] : [`task state: ${exchangeText.state}`]),
    ...(error + warning + info > 0
      ? [
          `findings: ${error} errors, ${warning} warnings, ${info} info; list_findings with this exchangeId has them.`,
        ]
      : ['findings: none']),
  ]
  return elsewhere(
    plainText(statements, mask(underIds(exchangeText)), room),
    (cursor) => `Cut here: get_exchange with view "said" and cursor ${JSON.stringify(cursor)} has the rest.`,
  )
}

// An exchange as text, entry by entry; large bodies are written to files.

export async function wireText(
  { client, files, mask }: McpContext,
  exchangeId: string,
  sessionId: string | undefined,
): Promise<{ readonly text: string; readonly texts: readonly string[] }> {
  const { entries, isWhole } = await entriesOf(client, exchangeId, sessionId)
  const hashes = new Set(entries.flatMap(bodiesIn).flatMap(({ hash }) => hash ?? []))
  const written = [...hashes].slice(0, maxBodyFiles)
  for (const hash of written) await files.keep(fileOf(hash), masked(await bytesOf(client, hash), mask))
  const lines = entries.flatMap((entry) => entryLines(entry))
  return {
    text: [...lines, ...(isWhole ? [] : [`… the first ${entries.length} entries`])].join('\n'),
    texts:
      hashes.size === 0
        ? []
        : [`${written.length} of ${hashes.size} large bodies are files in ${files.folder}, named below.`],
  }
}

/** Masks secrets in a body of text; other bytes stay as they are. */
function masked(bytes: Uint8Array, mask: McpContext['mask']): string | Uint8Array {
  try {
    return mask(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return bytes
  }
}

function entryLines(entry: Entry): readonly string[] {
  switch (entry.kind) {
    case 'request':
      return [
        `> ${entry.method} ${entry.url}`,
        ...(entry.call.via ? [`called through a tap by ${programName(entry.call.via)}`] : []),
        ...headerLines('>', entry.headers),
        ...bodyLines(entry.decoded ?? entry.body),
      ]
    case 'response':
      return [`< ${entry.status} ${entry.statusText}`, ...headerLines('<', entry.headers)]
    case 'redirect':
      return [`< ${entry.status} redirect from ${entry.from} to ${entry.to}`]
    case 'frame':
      return [`frame ${entry.index}:`, ...bodyLines(entry.data ?? entry.raw)]
    case 'end':
      return [...bodyLines(entry.body), `end: ${entry.reason}, ${entry.receivedBytes} bytes`]
    case 'failure':
      return [...bodyLines(entry.body), `failure: ${entry.failure}: ${entry.message}`]
    case 'webhook':
      return [
        `< ${entry.method} ${entry.path} from ${entry.remoteAddress}`,
        ...headerLines('<', entry.headers),
        ...bodyLines(entry.body),
        entry.via ? `passed on by a tap to ${entry.via.to}` : `> ${entry.answeredStatus}`,
      ]
    case 'note':
      return [`note: ${entry.text}`]
  }
}

function headerLines(mark: string, headers: RawHeaders): readonly string[] {
  return headers.map(([name, value]) => `${mark} ${name}: ${value}`)
}

function bodyLines(body: Body | undefined): readonly string[] {
  if (!body || body.sizeBytes === 0) return []
  if (body.text !== undefined) return ['', body.text]
  if (body.hash !== undefined) return [`[${body.sizeBytes} bytes in the file ${fileOf(body.hash)}]`]
  return [`[${body.sizeBytes} bytes that aren’t text]`]
}

interface Which {
  readonly least: Severity
  readonly cursor?: string | undefined
  readonly exchangeId?: string
  readonly sessionId?: string
}

/** A cursor encodes two positions in one number: the entry with findings, and the finding in it. */
export async function findingsFrom(
  client: EngineClient,
  { least, cursor, ...which }: Which,
): Promise<{ readonly rows: readonly string[]; readonly cursors: readonly string[] }> {
  const requested = new Set(severities.slice(severities.indexOf(least)))
  const begin = offsetOf(cursor)
  const rows: string[] = []
  const cursors: string[] = []
  for (
    let offset = Math.floor(begin / maxReferences);
    rows.length < maxReadFindings;
    offset += findingPageRows
  ) {
    const page = await client.console.findings({ ...which, offset, limit: findingPageRows })
    for (const [place, { findings = [], exchangeId }] of page.rows.entries()) {
      for (const [index, finding] of findings.entries()) {
        const at = (offset + place) * maxReferences + index
        if (at < begin || !requested.has(finding.severity)) continue
        rows.push(`exchange ${exchangeId}: ${findingRow(finding)}`)
        cursors.push(String(at))
      }
    }
    if (page.rows.length < findingPageRows) break
  }
  return { rows, cursors }
}
