// Images of a few kilobytes that take a browser minutes and gigabytes to draw.

import { crc32, deflateSync } from 'node:zlib'

interface FreezingImage {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

const svg = (inside: string, attributes = 'width="400" height="400"'): FreezingImage => ({
  mediaType: 'image/svg+xml',
  bytes: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  ),
})

/** Levels that each refer ten times to the previous one. */
const levels = (count: number, level: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => level(index)).join('')

const ten = (unit: string): string => unit.repeat(10)
const square = '<rect width="9" height="9" fill="red"/>'

export const freezingImages: Readonly<Record<string, () => FreezingImage>> = {
  'svg-use': () =>
    svg(
      `<defs><g id="u0">${square}</g>${levels(8, (i) => `<g id="u${i + 1}">${ten(`<use href="#u${i}" x="1"/>`)}</g>`)}</defs><use href="#u8"/>`,
    ),
  'svg-use-prefixed': () =>
    svg(
      `<defs><g id="u0">${square}</g>${levels(8, (i) => `<g id="u${i + 1}">${ten(`<use xlink:href="#u${i}"/>`)}</g>`)}</defs><use xlink:href="#u8"/>`,
    ),
  'svg-pattern': () =>
    svg(
      `<defs><pattern id="p0" width=".01" height=".01">${square}</pattern>${levels(8, (i) => `<pattern id="p${i + 1}" width=".01" height=".01">${ten(`<rect width="90" height="90" fill="url(#p${i})"/>`)}</pattern>`)}</defs><rect width="400" height="400" fill="url(#p8)"/>`,
    ),
  'svg-mask': () =>
    svg(
      `<defs><mask id="m0">${square}</mask>${levels(9, (i) => `<mask id="m${i + 1}">${ten(`<rect width="90" height="90" fill="red" mask="url(#m${i})"/>`)}</mask>`)}</defs><rect width="400" height="400" mask="url(#m9)"/>`,
    ),
  'svg-mask-by-style': () =>
    svg(
      `<style>${levels(9, (i) => `.m${i}{mask:url(#m${i})}`)}</style><defs><mask id="m0">${square}</mask>${levels(9, (i) => `<mask id="m${i + 1}">${ten(`<rect width="90" height="90" fill="red" class="m${i}"/>`)}</mask>`)}</defs><rect width="400" height="400" mask="url(#m9)"/>`,
    ),
  'svg-marker': () =>
    svg(
      `<defs>${levels(7, (i) => `<marker id="k${i + 1}"><path d="${ten('M0 0L9 9')}" marker-mid="url(#k${i})"/></marker>`)}</defs><path d="${ten('M0 0L9 9')}" marker-mid="url(#k7)"/>`,
    ),
  'svg-dashes': () =>
    svg(
      `<g stroke="red" stroke-dasharray="1 1">${'<path d="M0 0L900000 1"/><path d="M0 1L900000 2"/>'.repeat(400)}</g>`,
    ),
  'svg-filter': () =>
    svg(
      `<filter id="f">${'<feTurbulence numOctaves="99" baseFrequency=".9"/>'.repeat(40)}</filter>${'<rect width="400" height="400" filter="url(#f)"/>'.repeat(40)}`,
    ),
  'svg-animated': () =>
    svg(
      '<rect width="400" height="400"><animate attributeName="x" values="0;9" dur="1ms" repeatCount="indefinite"/></rect>'.repeat(
        500,
      ),
    ),
  'svg-elements': () => svg('<g>'.repeat(9_000) + '</g>'.repeat(9_000)),
  'svg-shapes': () => svg('<circle r="9"/>'.repeat(60_000)),
  'svg-enormous': () => svg(square, 'width="999999" height="999999"'),
  'svg-gzip-like-path': () => svg(`<path d="M0 0${'L9 9L0 0'.repeat(200_000)}" stroke="red"/>`),
  'png-enormous': () => ({ mediaType: 'image/png', bytes: png(30_000, 30_000) }),
  'png-liar': () => ({ mediaType: 'image/png', bytes: png(0xffff_ffff, 0xffff_ffff) }),
  'gif-enormous': () => ({ mediaType: 'image/gif', bytes: gif(65_535, 65_535, 1) }),
  'gif-animated': () => ({ mediaType: 'image/gif', bytes: gif(2_000, 2_000, 2_000) }),
  'bmp-enormous': () => ({ mediaType: 'image/bmp', bytes: bmp(30_000, 30_000) }),
}

/** All black: a gigabyte of pixels in a few kilobytes. */
function png(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([1, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.min(width, 30_000) / 8 + 1) * Math.min(height, 30_000)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const made = Buffer.alloc(body.length + 8)
  made.writeUInt32BE(content.length)
  made.set(body, 4)
  made.writeUInt32BE(crc32(body), body.length + 4)
  return made
}

/** Endless full-size frames without delay. */
function gif(width: number, height: number, frames: number): Uint8Array {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 2, 0x4c, 1, 0]),
  ])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0'),
    Buffer.from([3, 1, 0, 0, 0]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ])
}

function bmp(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return head
}
