// What the bytes of an image are, whatever they are called: an image that can be drawn without harm, or why not. A few hundred bytes can
// unpack to gigabytes, so the size in pixels is read from the head; drawings that multiply themselves are refused.

import { dimensionsOf, type ImageType } from './image-size.ts'
import { readSvg } from './svg-weight.ts'

// Of a drawing in which its root is looked for; later it is no image.
const maxSvgHeadChars = 4_096

export type ImageReading =
  | {
      readonly kind: 'image'
      readonly mediaType: ImageType | 'image/svg+xml'
      /** In pixels; an SVG may not say. */
      readonly size: { readonly width: number; readonly height: number } | undefined
    }
  | { readonly kind: 'refused'; readonly reason: string }

export interface ImageLimits {
  readonly maxSide: number
  readonly maxPixels: number
  readonly maxSvgBytes: number
}

/** Of files; what is larger is not drawn but can be saved. */
export const fileLimits: ImageLimits = { maxSide: 16_384, maxPixels: 40_000_000, maxSvgBytes: 512 * 1024 }
/** Of icons, which are a few hundred pixels a side. */
export const iconLimits: ImageLimits = { maxSide: 2_048, maxPixels: 2_048 ** 2, maxSvgBytes: 64 * 1024 }

/** From UTF-8, by the platform. */
type Decode = (bytes: Uint8Array) => string

export function readImage(bytes: Uint8Array, limits: ImageLimits, decode: Decode): ImageReading {
  const found = dimensionsOf(bytes)
  if (found === undefined) return readDrawing(bytes, limits, decode)
  const { mediaType, width, height } = found
  const { maxSide, maxPixels } = limits
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    const bound = maxSide ** 2 <= maxPixels ? `${maxSide} a side` : `${maxPixels / 1_000_000} million pixels`
    return refused(`The image is ${width} × ${height} pixels. Parley draws at most ${bound}.`)
  }
  return { kind: 'image', mediaType, size: { width, height } }
}

function readDrawing(bytes: Uint8Array, { maxSvgBytes }: ImageLimits, decode: Decode): ImageReading {
  const text = decode(bytes.subarray(0, maxSvgBytes + 1))
  if (!/<(?:[\w.-]+:)?svg[\s>/]/.test(text.slice(0, maxSvgHeadChars)) || !/^\s*</.test(text)) {
    return refused('This isn’t an image Parley can draw: PNG, JPEG, GIF, WebP, AVIF, BMP, ICO or SVG.')
  }
  if (bytes.length > maxSvgBytes) {
    return refused(`The SVG is larger than ${maxSvgBytes / 1024} KB, which Parley doesn’t draw.`)
  }
  const drawing = readSvg(text)
  if (drawing.kind === 'refused') return refused(`The SVG ${drawing.reason}. Parley doesn’t draw it.`)
  return { kind: 'image', mediaType: 'image/svg+xml', size: drawing.size }
}

function refused(reason: string): ImageReading {
  return { kind: 'refused', reason }
}
