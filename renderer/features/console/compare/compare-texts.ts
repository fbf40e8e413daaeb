// Two sides as named texts, for each way of looking at them that has lines.

import { jsonText } from '#shared/diff/json-changes.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { NamedText } from '#shared/story/part-words.ts'
import { differingLines, type PairedText, pairTexts } from '../../../ui/diff/paired-texts.ts'
import type { Side } from './use-side.ts'

export type TextView = 'text' | 'json' | 'headers'

export interface ComparedTexts {
  readonly pairs: readonly PairedText[]
  /** Lines that differ. */
  readonly lines: number
}

export function compareTexts(view: TextView, left: Side, right: Side, foldsIds: boolean): ComparedTexts {
  const pairs = pairTexts(textsOf(view, left, foldsIds), textsOf(view, right, foldsIds))
  return { pairs, lines: differingLines(pairs) }
}

function textsOf(view: TextView, side: Side, foldsIds: boolean): readonly NamedText[] {
  switch (view) {
    case 'text':
      return side.texts
    case 'json': {
      const documents = {
        'Response, decoded': side.meaning,
        Request: side.request,
        'Response, as received': side.answer,
      }
      return Object.entries(documents).flatMap(([name, value]) =>
        value === null ? [] : [{ name, text: jsonText(value, foldsIds) }],
      )
    }
    case 'headers':
      return [
        { name: 'Request headers', text: headerLines(side.requestHeaders) },
        { name: 'Response headers', text: headerLines(side.responseHeaders) },
      ]
  }
}

/** Names in one spelling and order: neither is part of what a header says. */
function headerLines(headers: RawHeaders): string {
  return headers
    .map(([name, value]) => `${name.toLowerCase()}: ${value}\n`)
    .toSorted()
    .join('')
}
