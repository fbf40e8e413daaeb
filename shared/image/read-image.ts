// Detects an image by its bytes, whatever its name: one that can be drawn safely, or why not. A few hundred bytes can unpack to
// gigabytes, so the size in pixels is read from the head; drawings that multiply themselves are refused.

import { readSvg } from './svg-weight.ts'

// The size of an image from its first bytes. Undefined for other formats, or where it is not stated.

type ImageType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/bmp'
  | 'image/x-icon'

interface ImageSize {
  readonly mediaType: ImageType
  readonly width: number
  readonly height: number
}

type Size = Omit<ImageSize, 'mediaType'>

const readers: readonly (readonly [ImageType, (bytes: DataView) => Size | undefined])[] = [
  ['image/png', pngSize],
  ['image/gif', gifSize],
  ['image/webp', webpSize],
  ['image/avif', avifSize],
  ['image/bmp', bmpSize],
  ['image/jpeg', jpegSize],
  ['image/x-icon', iconSize],
]

function dimensionsOf(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const [mediaType, read] of readers) {
    const size = read(view)
    if (size !== undefined) return { mediaType, ...size }
  }
  return undefined
}

function letters(bytes: DataView, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to && at < bytes.byteLength; at++) text += String.fromCharCode(bytes.getUint8(at))
  return text
}

function pngSize(bytes: DataView, from = 0): Size | undefined {
  if (bytes.byteLength < from + 24 || letters(bytes, from, from + 8) !== '\x89PNG\r\n\x1a\n') return undefined
  if (letters(bytes, from + 12, from + 16) !== 'IHDR') return undefined
  return { width: bytes.getUint32(from + 16), height: bytes.getUint32(from + 20) }
}

/** The screen, or the first image where that is larger. */
function gifSize(bytes: DataView): Size | undefined {
  if (bytes.byteLength < 13 || !/^GIF8[79]a$/.test(letters(bytes, 0, 6))) return undefined
  const screen = { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) }
  const packed = bytes.getUint8(10)
  let at = 13 + (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)
  while (at + 9 < bytes.byteLength && bytes.getUint8(at) === 0x21) {
    at += 2
    while (at < bytes.byteLength && bytes.getUint8(at) !== 0) at += bytes.getUint8(at) + 1
    at += 1
  }
  if (at + 9 >= bytes.byteLength || bytes.getUint8(at) !== 0x2c) return screen
  const right = bytes.getUint16(at + 1, true) + bytes.getUint16(at + 5, true)
  const bottom = bytes.getUint16(at + 3, true) + bytes.getUint16(at + 7, true)
  return { width: Math.max(screen.width, right), height: Math.max(screen.height, bottom) }
}

/** RFC 9649: the canvas of VP8X, else the frame of VP8 or VP8L. */
function webpSize(bytes: DataView): Size | undefined {
  if (bytes.byteLength < 30 || !/^RIFF.{4}WEBP$/s.test(letters(bytes, 0, 12))) return undefined
  const three = (at: number) => bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 65_536
  switch (letters(bytes, 12, 16)) {
    case 'VP8X':
      return { width: three(24) + 1, height: three(27) + 1 }
    case 'VP8L': {
      const packed = bytes.getUint32(21, true)
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff }
    default:
      return undefined
  }
}

// The properties of a HEIF file are within this, in all files seen so far.
const maxAvifHead = 16_384

/** The largest of its items: tiles and the whole they form. */
function avifSize(bytes: DataView): Size | undefined {
  const head = letters(bytes, 0, maxAvifHead)
  if (!/^.{4}ftypavi/s.test(head)) return undefined
  let largest: Size | undefined
  for (const { index } of head.matchAll(/ispe/g)) {
    if (index + 16 > bytes.byteLength) break
    const [width, height] = [bytes.getUint32(index + 8), bytes.getUint32(index + 12)]
    largest = { width: Math.max(largest?.width ?? 0, width), height: Math.max(largest?.height ?? 0, height) }
  }
  return largest
}

/** A negative height means that the rows begin at the top. */
function bmpSize(bytes: DataView): Size | undefined {
  if (bytes.byteLength < 30 || letters(bytes, 0, 2) !== 'BM' || bytes.getUint32(14, true) < 40)
    return undefined
  return { width: Math.abs(bytes.getInt32(18, true)), height: Math.abs(bytes.getInt32(22, true)) }
}

/** The first start-of-frame segment; every segment before it states its length. */
function jpegSize(bytes: DataView): Size | undefined {
  if (bytes.byteLength < 4 || bytes.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 <= bytes.byteLength && bytes.getUint8(at) === 0xff) {
    const marker = bytes.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) }
    at += 2 + bytes.getUint16(at + 2)
  }
  return undefined
}

// Images in one ICO file; with more it is refused.
const maxIcoImages = 64

/** The largest image of the file: a size of its directory, or of a PNG inside, which exceeds the directory's range. */
function iconSize(bytes: DataView): Size | undefined {
  if (bytes.byteLength < 22 || bytes.getUint32(0, true) !== 0x00010000) return undefined
  const count = bytes.getUint16(4, true)
  if (count === 0 || count > maxIcoImages || bytes.byteLength < 6 + count * 16) return undefined
  let largest: Size = { width: 0, height: 0 }
  for (let at = 6; at < 6 + count * 16; at += 16) {
    const inside = pngSize(bytes, bytes.getUint32(at + 12, true))
    const width = inside?.width ?? (bytes.getUint8(at) || 256)
    const height = inside?.height ?? (bytes.getUint8(at + 1) || 256)
    largest = { width: Math.max(largest.width, width), height: Math.max(largest.height, height) }
  }
  return largest
}

// Part of a drawing that is searched for its root; later it is not an image.
const maxSvgHeadChars = 4_096

export type ImageReading =
  | {
      readonly kind: 'image'
      readonly mediaType: ImageType | 'image/svg+xml'
      /** In pixels; an SVG may not state it. */
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
  const size = dimensionsOf(bytes)
  if (size === undefined) return readDrawing(bytes, limits, decode)
  const { mediaType, width, height } = size
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
