// The session a page carries in it: unpacked once, then only read. Runs stay as they are; an exchange is taken apart when
// somebody looks into it.

import type { OpenedSession } from '#shared/contract/sessions.ts'
import type { PageLine, PageTimeline } from '#shared/export/page-line.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { type Packed, unpack } from '#shared/record/run.ts'
import { bytesOfBase64, bytesOfPieces } from '../ui/base64.ts'

export interface PageData {
  readonly opened: OpenedSession
  readonly exchanges: readonly ExchangeRow[]
  /** All entries, in order. */
  readonly packed: readonly Packed[]
  readonly timelines: readonly PageTimeline[]
  entriesOf(exchangeId: string): readonly Entry[]
  body(hash: string): Uint8Array | undefined
  textOf(hash: string): string | undefined
}

export async function readPageData(base64: string): Promise<PageData> {
  let opened: OpenedSession | undefined
  const exchanges: ExchangeRow[] = []
  const packed: Packed[] = []
  const timelines: PageTimeline[] = []
  const pieces = new Map<string, string[]>()
  for await (const line of linesIn(base64)) {
    const read: PageLine = JSON.parse(line)
    if ('opened' in read) opened = read.opened
    else if ('exchanges' in read) exchanges.push(...read.exchanges)
    else if ('timeline' in read) timelines.push(read.timeline)
    else if ('body' in read) addTo(pieces, read.body, read.piece)
    else packed.push(read.entry)
  }
  if (opened === undefined) throw new Error('There is no session in this page.')
  const byExchange = new Map<string, Packed[]>()
  for (const each of packed) addTo(byExchange, each.exchangeId, each)
  // A long body is read piece after piece.
  const body = lastKept((hash) => {
    const found = pieces.get(hash)
    return found && bytesOfPieces(found)
  })
  return {
    opened,
    exchanges,
    packed,
    timelines,
    entriesOf: lastKept((exchangeId) => unpack(byExchange.get(exchangeId) ?? [])),
    body,
    textOf(hash) {
      const bytes = body(hash)
      return bytes && new TextDecoder().decode(bytes)
    },
  }
}

async function* linesIn(base64: string): AsyncGenerator<string> {
  const reader = new Blob([bytesOfBase64(base64.trim())])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}

/** What is asked for again and again is made for the first time only. */
function lastKept<T>(make: (key: string) => T): (key: string) => T {
  let last: { readonly key: string; readonly value: T } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) }
    return last.value
  }
}
