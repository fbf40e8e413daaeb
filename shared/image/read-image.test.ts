import { expect, test } from 'vitest'
import { fileLimits, type ImageLimits, iconLimits, readImage as readImageWith } from './read-image.ts'

const readImage = (image: Uint8Array, limits: ImageLimits) =>
  readImageWith(image, limits, (bytes) => new TextDecoder().decode(bytes))

const svg = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)

function bytes(head: string, ...writes: readonly (readonly [at: number, value: number, size: 2 | 3 | 4])[]) {
  const made = Buffer.alloc(64)
  made.write(head, 'latin1')
  for (const [at, value, size] of writes) made.writeUIntLE(value, at, size)
  return made
}

function png(width: number, height: number): Buffer {
  const made = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
  made.writeUInt32BE(width, 16)
  made.writeUInt32BE(height, 20)
  return made
}

function jpeg(width: number, height: number): Buffer {
  const segment = Buffer.from([0xff, 0xe0, 0, 4, 0, 0])
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment, frame])
}

const avif = Buffer.from('\0\0\0\x18ftypavif', 'latin1')
const ico = Buffer.concat([bytes('\0\0\x01\0\x01\0', [18, 64, 4]), png(512, 512)])
const webp = (kind: string, ...writes: Parameters<typeof bytes>[1][]) =>
  bytes(`RIFF\n\0\0\0WEBP${kind}`, ...writes)

test.each<[string, Uint8Array, string]>([
  ['a PNG', png(640, 480), 'image/png'],
  ['a GIF', bytes('GIF89a', [6, 32, 2], [8, 32, 2]), 'image/gif'],
  ['a JPEG', jpeg(640, 480), 'image/jpeg'],
  ['a WebP', webp('VP8 ', [26, 64, 2], [28, 64, 2]), 'image/webp'],
  ['a lossless WebP', webp('VP8L', [21, 63 | (63 << 14), 4]), 'image/webp'],
  ['an extended WebP', webp('VP8X', [24, 63, 3], [27, 63, 3]), 'image/webp'],
  ['an ICO', bytes('\0\0\x01\0\x01\0'), 'image/x-icon'],
  ['an ICO with a PNG in it', ico, 'image/x-icon'],
  ['an SVG', Buffer.from(String(svg('<path d="M0 0L9 9"/>'))), 'image/svg+xml'],
  [
    'an SVG after its prologue',
    Buffer.from(`<?xml version="1.0"?><!-- x -->${String(svg('<path d="M0 0L9 9"/>'))}`),
    'image/svg+xml',
  ],
  ['an SVG that never runs its script', svg('<script>alert(1)</script>'), 'image/svg+xml'],
])('%s is drawn', (_name, image, mediaType) => {
  expect(readImage(image, iconLimits)).toMatchObject({ kind: 'image', mediaType })
})

test.each<[string, Uint8Array, RegExp]>([
  ['nothing', Buffer.alloc(0), /isn’t an image/],
  ['HTML', Buffer.from('<!doctype html><p>Not found</p>'), /isn’t an image/],
  ['a PNG that unpacks to gigabytes', png(30_000, 30_000), /30000 × 30000 pixels/],
  ['a PNG cut short', png(10, 10).subarray(0, 20), /isn’t an image/],
  ['a tall JPEG', jpeg(10, 65_000), /10 × 65000 pixels/],
  ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /isn’t an image/],
  ['an ICO with a huge PNG in it', Buffer.concat([ico.subarray(0, 64), png(9_000, 1)]), /9000 × .* pixels/],
  ['an extended WebP of any size', webp('VP8X', [24, 16_000, 3], [27, 1, 3]), /16001 × 2 pixels/],
  ['an SVG with a page in it', svg('<foreignObject/>'), /holds a page/],
  [
    'an SVG with entities',
    Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${String(svg('<path d="M0 0L9 9"/>'))}`),
    /entities/,
  ],
  ['a long SVG', svg('x'.repeat(65 * 1024)), /larger than 64 KB/],
])('%s is refused', (_name, image, reason) => {
  expect(readImage(image, iconLimits)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) })
})

test.each<[string, Uint8Array, RegExp]>([
  ['a BMP of gigabytes', bmp(30_000, -30_000), /30000 × 30000 pixels. Parley draws at most 40 million/],
  ['a GIF larger than its screen', Buffer.concat([gif(10, 10), frame(60_000, 9)]), /60000 × 10 pixels/],
  ['an AVIF of gigabytes', Buffer.concat([avif, ispe(64, 64), ispe(30_000, 20_000)]), /30000 × 20000 pixels/],
])('%s is refused as a file', (_name, image, reason) => {
  expect(readImage(image, fileLimits)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) })
})

test('a photograph and an animation of usual size are drawn', () => {
  expect(readImage(jpeg(6_000, 4_000), fileLimits)).toMatchObject({ size: { width: 6_000, height: 4_000 } })
  expect(readImage(Buffer.concat([gif(400, 300), frame(400, 300)]), fileLimits)).toMatchObject({
    mediaType: 'image/gif',
    size: { width: 400, height: 300 },
  })
})

function bmp(width: number, height: number): Buffer {
  const made = bytes('BM', [14, 40, 4], [18, width, 4])
  made.writeInt32LE(height, 22)
  return made
}

function gif(width: number, height: number): Buffer {
  const colours = [0, 0, 0, 0, 0, 0]
  const extension = [0x21, 0xf9, 4, 0, 0, 0, 0, 0]
  return Buffer.concat([
    bytes('GIF89a', [6, width, 2], [8, height, 2]).subarray(0, 10),
    Buffer.from([0x80, 0, 0, ...colours, ...extension]),
  ])
}

function frame(width: number, height: number): Buffer {
  const made = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
  made.writeUInt16LE(width, 5)
  made.writeUInt16LE(height, 7)
  return made
}

function ispe(width: number, height: number): Buffer {
  const made = Buffer.from('ispe\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
  made.writeUInt32BE(width, 8)
  made.writeUInt32BE(height, 12)
  return made
}
