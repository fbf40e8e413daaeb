// The searchable text of an entry, for the index of the record and for a page.

import { headerText } from '../a2a/header-of.ts'
import { bodyHashes } from '../record/body-hashes.ts'
import type { Body, Entry } from '../record/entry.ts'

/** Of a body that is searched for words; what stands later in it is found where it is opened. */
export const maxIndexedBytes = 256 * 1024

/** `bodyText`: the indexed part of a body. */
export function searchText(entry: Entry, bodyText: (hash: string) => string | undefined): string {
  return [ownText(entry), ...bodyHashes(entry).map((hash) => bodyText(hash) ?? '')].join('\n')
}

function ownText(entry: Entry): string {
  switch (entry.kind) {
    case 'request':
      return [
        entry.method,
        entry.url,
        entry.call.label,
        headerText(entry.headers),
        textOf(entry.decoded ?? entry.body),
      ].join('\n')
    case 'response':
      return [entry.status, entry.statusText, headerText(entry.headers)].join('\n')
    case 'frame':
      return [entry.event ?? '', textOf(entry.data ?? entry.raw)].join('\n')
    case 'end':
      return [textOf(entry.body), textOf(entry.leftover), entry.grpcStatus?.message ?? ''].join('\n')
    case 'failure':
      return [entry.failure, entry.message, textOf(entry.body), textOf(entry.leftover)].join('\n')
    case 'redirect':
      return [entry.from, entry.to, headerText(entry.headers)].join('\n')
    case 'webhook':
      return [entry.path, headerText(entry.headers), textOf(entry.body)].join('\n')
    case 'note':
      return entry.text
  }
}

function textOf(body: Body | undefined): string {
  return body?.text ?? ''
}
