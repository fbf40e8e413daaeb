// The pixels of an image, from its first bytes. Undefined for what is none of these formats, or does not say.

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/x-icon'

export interface ImageSize {
  readonly mediaType: ImageType
  readonly width: number
  readonly height: number
}

type Size = Omit<ImageSize, 'mediaType'>

const readers: readonly (readonly [ImageType, (bytes: Buffer) => Size | undefined])[] = [
  ['image/png', pngSize],
  ['image/gif', gifSize],
  ['image/webp', webpSize],
  ['image/jpeg', jpegSize],
  ['image/x-icon', iconSize],
]

export function dimensionsOf(bytes: Buffer): ImageSize | undefined {
  for (const [mediaType, read] of readers) {
    const size = read(bytes)
    if (size !== undefined) return { mediaType, ...size }
  }
  return undefined
}

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** RFC 9649: the canvas of VP8X, else the frame of VP8 or VP8L. */
function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || !/^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12))) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return undefined
  }
}

/** The first start-of-frame segment; every one before it says how long it is. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

const mostIcons = 64

/** The largest image of the file: a size of its directory, or that of a PNG inside, which the directory cannot hold. */
function iconSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x00010000) return undefined
  const count = bytes.readUInt16LE(4)
  if (count === 0 || count > mostIcons || bytes.length < 6 + count * 16) return undefined
  let largest: Size = { width: 0, height: 0 }
  for (let at = 6; at < 6 + count * 16; at += 16) {
    const inside = pngSize(bytes.subarray(bytes.readUInt32LE(at + 12)))
    const width = inside?.width ?? (bytes.readUInt8(at) || 256)
    const height = inside?.height ?? (bytes.readUInt8(at + 1) || 256)
    largest = { width: Math.max(largest.width, width), height: Math.max(largest.height, height) }
  }
  return largest
}
