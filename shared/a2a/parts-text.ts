// The text of parts, wherever a message or an artifact is printed, copied, compared or sent on.

import { formatCount } from '../format-count.ts'
import { base64Bytes } from './base64.ts'
import type { FileBytesPart, FileUrlPart, Part } from './model.ts'

export interface PartsText {
  /** What stands between two parts. */
  readonly between?: string
  /** Nothing stands between neighbouring texts: those of an artifact are one text that was cut. */
  readonly joinsTexts?: boolean
  /** The text ends after so many. */
  readonly maxChars?: number
  /** Of one part; it is left out where there is none. */
  readonly textOf?: (part: Part) => string | undefined
}

export function partsText(parts: Iterable<Part>, options: PartsText = {}): string {
  const { between = '\n', joinsTexts = false, maxChars, textOf = partText } = options
  let text = ''
  let before: Part['kind'] | undefined
  for (const part of parts) {
    const next = textOf(part)
    if (next === undefined) continue
    const goesOn = before === undefined || (joinsTexts && before === 'text' && part.kind === 'text')
    text += goesOn ? next : `${between}${next}`
    before = part.kind
    if (maxChars !== undefined && text.length > maxChars) break
  }
  return text.slice(0, maxChars)
}

/** Without files and data. */
export function plainText(parts: Iterable<Part> = [], between = ''): string {
  return partsText(parts, { between, textOf: (part) => (part.kind === 'text' ? part.text : undefined) })
}

export function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'data':
      return JSON.stringify(part.data, null, 2)
    case 'file-bytes':
    case 'file-url':
      return fileText(part)
    case 'unknown':
      return JSON.stringify(part.raw, null, 2)
  }
}

function fileText(part: FileBytesPart | FileUrlPart): string {
  const name = [part.filename ?? 'without a name', part.mediaType]
    .filter((each) => each !== undefined)
    .join(', ')
  if (part.kind === 'file-url') return `[file ${name}: ${part.url}]`
  return `[file ${name}, ${formatCount(base64Bytes(part.base64))} bytes]`
}
