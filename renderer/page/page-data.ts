// The session a page carries in it: unpacked once, then only read.

import type { OpenedSession } from '#shared/contract/sessions.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { PageLine, PageTimeline } from '#shared/record/page-line.ts'
import { bytesOfBase64 } from '../ui/base64.ts'

export interface PageData {
  readonly opened: OpenedSession
  readonly exchanges: readonly ExchangeRow[]
  readonly entries: readonly Entry[]
  readonly timelines: readonly PageTimeline[]
  body(hash: string): Uint8Array | undefined
}

export async function readPageData(packed: string): Promise<PageData> {
  const stream = new Blob([bytesOfBase64(packed.trim())])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
  const text = await new Response(stream).text()
  let opened: OpenedSession | undefined
  const exchanges: ExchangeRow[] = []
  const entries: Entry[] = []
  const timelines: PageTimeline[] = []
  const pieces = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const read: PageLine = JSON.parse(line)
    if ('opened' in read) opened = read.opened
    else if ('exchanges' in read) exchanges.push(...read.exchanges)
    else if ('timeline' in read) timelines.push(read.timeline)
    else if ('body' in read) {
      const known = pieces.get(read.body)
      if (known) known.push(read.piece)
      else pieces.set(read.body, [read.piece])
    } else entries.push(read.entry)
  }
  if (opened === undefined) throw new Error('There is no session in this page.')
  // A long body is read piece after piece: it is unpacked for the first of them.
  let last: { readonly hash: string; readonly bytes: Uint8Array } | undefined
  return {
    opened,
    exchanges,
    entries,
    timelines,
    body(hash) {
      if (last?.hash === hash) return last.bytes
      const found = pieces.get(hash)
      if (found === undefined) return undefined
      const bytes = Uint8Array.from(found.map(atob).join(''), (char) => char.charCodeAt(0))
      last = { hash, bytes }
      return bytes
    },
  }
}
