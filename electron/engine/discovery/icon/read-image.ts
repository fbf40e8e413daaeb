// What an icon's bytes are, whatever its server calls them: an image a page may draw without harm, or why not. A few hundred
// bytes can unpack to gigabytes, so the size in pixels is read from the head, and drawings that multiply themselves are refused.

import { dimensionsOf, type ImageType } from './image-size.ts'

export type ImageReading =
  | { readonly kind: 'image'; readonly mediaType: ImageType | 'image/svg+xml' }
  | { readonly kind: 'refused'; readonly reason: string }

/** A side in pixels; an icon is a few hundred. */
const longestSide = 2_048
/** Elements of a drawing that repeat others: nested, each doubles the work. */
const mostRepeats = 16
const longestSvg = 64 * 1024

export function readImage(bytes: Uint8Array): ImageReading {
  const found = dimensionsOf(Buffer.from(bytes))
  if (found === undefined) return readSvg(bytes)
  const { mediaType, width, height } = found
  if (width > longestSide || height > longestSide) {
    return refused(
      `The image is ${width} × ${height} pixels; Parley draws icons of at most ${longestSide} a side.`,
    )
  }
  return { kind: 'image', mediaType }
}

const repeating = /<(?:[\w.-]+:)?(?:use|pattern|mask|marker|filter|image|feImage)\b/g

function readSvg(bytes: Uint8Array): ImageReading {
  const text = new TextDecoder().decode(bytes.subarray(0, longestSvg + 1))
  if (!/<(?:[\w.-]+:)?svg[\s>/]/.test(text.slice(0, 4_096)) || !/^\s*</.test(text)) {
    return refused('The answer is no image that Parley draws: PNG, JPEG, GIF, WebP, ICO or SVG.')
  }
  if (bytes.length > longestSvg) {
    return refused(`The SVG is larger than ${longestSvg / 1024} KB; Parley does not draw it.`)
  }
  if (/<!ENTITY|<(?:[\w.-]+:)?foreignObject\b/.test(text)) {
    return refused('The SVG declares entities or foreign content; Parley does not draw it.')
  }
  if ((text.match(repeating)?.length ?? 0) > mostRepeats) {
    return refused('The SVG repeats parts of itself too often to be drawn safely.')
  }
  return { kind: 'image', mediaType: 'image/svg+xml' }
}

function refused(reason: string): ImageReading {
  return { kind: 'refused', reason }
}
