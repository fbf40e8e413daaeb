// The session in a page: unpacked once, then read only. Runs stay packed; an exchange is unpacked when it is opened.

import type { OpenedSession } from '#shared/contract/sessions.ts'
import type { PageLine } from '#shared/export/page-line.ts'
import { type Entry, maxParsedBodyBytes } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { type Packed, unpack } from '#shared/record/run.ts'
import type { SpanBatch } from '#shared/spans/span-batch.ts'
import { bytesOfBase64, bytesOfPieces } from '../ui/base64.ts'

export interface PageRow {
  readonly packed: Packed
  readonly taskId: string | undefined
}

export interface PageData {
  readonly opened: OpenedSession
  readonly exchanges: readonly ExchangeRow[]
  /** All entries, in order. */
  readonly rows: readonly PageRow[]
  /** One batch per program. */
  readonly spans: readonly SpanBatch[]
  rowsOf(exchangeId: string): readonly PageRow[]
  entriesOf(exchangeId: string): readonly Entry[]
  body(hash: string): Uint8Array | undefined
  /** Undefined where the body is too large to parse. */
  textOf(hash: string): string | undefined
}

export function readPageData(base64: string): Promise<PageData> {
  return pageDataOf(linesIn(base64))
}

export async function pageDataOf(lines: AsyncIterable<PageLine>): Promise<PageData> {
  let opened: OpenedSession | undefined
  const exchanges: ExchangeRow[] = []
  const rows: PageRow[] = []
  const spans: SpanBatch[] = []
  const pieces = new Map<string, string[]>()
  for await (const read of lines) {
    if ('opened' in read) opened = read.opened
    else if ('exchanges' in read) exchanges.push(...read.exchanges)
    else if ('spans' in read) spans.push(read.spans)
    else if ('body' in read) addTo(pieces, read.body, read.piece)
    else rows.push({ packed: read.entry, taskId: read.task })
  }
  if (opened === undefined) throw new Error('This page contains no recording.')
  const byExchange = Map.groupBy(rows, ({ packed }) => packed.exchangeId)
  const rowsOf = (exchangeId: string) => byExchange.get(exchangeId) ?? []
  // Caches one body: a long body is read piece by piece.
  const body = lastKept((hash) => {
    const piece = pieces.get(hash)
    return piece && bytesOfPieces(piece)
  })
  return {
    opened,
    exchanges,
    rows,
    spans,
    rowsOf,
    entriesOf: lastKept((exchangeId) => unpack(rowsOf(exchangeId).map(({ packed }) => packed))),
    body,
    textOf(hash) {
      const bytes = body(hash)
      return bytes && bytes.length <= maxParsedBodyBytes ? new TextDecoder().decode(bytes) : undefined
    },
  }
}

async function* linesIn(base64: string): AsyncGenerator<PageLine> {
  const reader = new Blob([bytesOfBase64(base64.trim())])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const existing = lists.get(key)
  if (existing) existing.push(value)
  else lists.set(key, [value])
}

/** Caches the value of the last key. */
function lastKept<T>(make: (key: string) => T): (key: string) => T {
  let last: { readonly key: string; readonly value: T } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) }
    return last.value
  }
}
