// Windows' icon file: a directory, then the pictures. Sizes below 256 are bitmaps, which everything reads back to the oldest
// installer; 256 is a PNG, as Windows itself does it.

import type { Picture } from './picture.ts'

export function encodeIco(pictures: readonly Picture[]): Buffer {
  const images = pictures.map((picture) => (picture.size < 256 ? bitmap(picture) : Buffer.from(picture.png)))
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, image] of images.entries()) {
    const at = 6 + 16 * index
    const size = (pictures[index]?.size ?? 0) % 256
    head.set([size, size], at)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(image.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += image.length
  }
  return Buffer.concat([head, ...images])
}

/** A BITMAPINFOHEADER, the rows from the bottom as BGRA, then a mask of one bit a pixel that alpha makes needless. */
function bitmap({ size, rgba }: Picture): Buffer {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(size, 4)
  head.writeInt32LE(size * 2, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(32, 14)
  const pixels = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = ((size - 1 - y) * size + x) * 4
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(from, from + 4)
      pixels.set([blue, green, red, alpha], (y * size + x) * 4)
    }
  }
  return Buffer.concat([head, pixels, Buffer.alloc(Math.ceil(size / 32) * 4 * size)])
}
