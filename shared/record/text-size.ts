// Sizes of text without encoding it.

import { base64Bytes } from '../a2a/base64.ts'
import type { Part } from '../a2a/model.ts'
import { readFarMark } from './entry-body.ts'

export function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    // A pair of surrogates is four bytes, two for each of its units.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return bytes
}

/** `farSecret`: part of the marks of files that were left in the record. */
export function contentBytes(parts: readonly Part[], farSecret = ''): number {
  return parts.reduce((sum, part) => sum + partBytes(part, farSecret), 0)
}

function partBytes(part: Part, farSecret: string): number {
  switch (part.kind) {
    case 'text':
      return utf8Bytes(part.text)
    case 'file-bytes': {
      const far = farSecret === '' ? undefined : readFarMark(farSecret, part.base64)
      return far ? Math.floor((far.length * 3) / 4) : base64Bytes(part.base64)
    }
    case 'file-url':
      return utf8Bytes(part.url)
    case 'data':
      return utf8Bytes(JSON.stringify(part.data) ?? '')
    case 'unknown':
      return utf8Bytes(JSON.stringify(part.raw) ?? '')
  }
}
