// Full text, indexed behind the writer's back: indexing costs several times what appending does, so it happens when
// somebody searches or when the record has been quiet, never in the way of a stream.

import type { Body, Entry } from '#shared/record/entry.ts'
import { readBodyRange } from './body.ts'
import { integerColumn } from './column.ts'
import { toClause } from './filter.ts'
import { bodyHashes, type Store } from './store.ts'

const chunkEntries = 500
/** Of a body that lies apart, its first part is searchable. */
const indexedBodyBytes = 256 * 1024

/** Indexes one chunk; says whether everything is indexed now. */
export function indexSome(store: Store): boolean {
  const { database } = store
  const from = integerColumn(
    database.prepare("SELECT value FROM counter WHERE name = 'indexed_seq'").get(),
    'value',
  )
  const entries = store.select({ clause: toClause(undefined), after: from, limit: chunkEntries })
  const last = entries.at(-1)
  if (last === undefined) return true
  const insert = database.prepare('INSERT INTO search (rowid, text) VALUES (?, ?)')
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const entry of entries) insert.run(entry.seq, searchText(store, entry))
    database.prepare("UPDATE counter SET value = ? WHERE name = 'indexed_seq'").run(last.seq)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
  return entries.length < chunkEntries
}

function searchText(store: Store, entry: Entry): string {
  const apart = bodyHashes(entry).map((hash) => {
    const range = readBodyRange(store, hash, 0, indexedBodyBytes)
    return range === undefined ? '' : Buffer.from(range.bytes).toString('utf8')
  })
  return [ownText(entry), ...apart].join('\n')
}

function ownText(entry: Entry): string {
  switch (entry.kind) {
    case 'request':
      return [
        entry.method,
        entry.url,
        entry.call.label,
        headerText(entry.headers),
        text(entry.decoded ?? entry.body),
      ].join('\n')
    case 'response':
      return [entry.status, entry.statusText, headerText(entry.headers)].join('\n')
    case 'frame':
      return [entry.event ?? '', text(entry.data ?? entry.raw)].join('\n')
    case 'end':
      return [text(entry.body), text(entry.leftover), entry.grpcStatus?.message ?? ''].join('\n')
    case 'failure':
      return [entry.failure, entry.message, text(entry.body), text(entry.leftover)].join('\n')
    case 'redirect':
      return [entry.from, entry.to, headerText(entry.headers)].join('\n')
    case 'webhook':
      return [entry.path, headerText(entry.headers), text(entry.body)].join('\n')
    case 'note':
      return entry.text
  }
}

function text(body: Body | undefined): string {
  return body?.text ?? ''
}

function headerText(headers: readonly (readonly [string, string])[]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}
