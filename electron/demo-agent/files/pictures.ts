// A map of the walk: hills, river, a tram line and three stops, computed pixel by pixel.

import { crc32, deflateSync } from 'node:zlib'

const SAMPLE_RATE = 16_000
const NOTES = [
  { hertz: 659.25, seconds: 0.28 },
  { hertz: 523.25, seconds: 0.42 },
] as const

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const WIDTH = 480
const HEIGHT = 300

const PALETTE = [
  [244, 239, 228], // paper
  [233, 224, 205], // streets
  [123, 178, 209], // river
  [98, 156, 190], // ripples
  [207, 221, 188], // parks
  [222, 165, 52], // tram line
  [190, 64, 52], // stops
  [255, 255, 255], // the middle of a stop
] as const satisfies readonly Rgb[]

const STOPS = [
  { x: 96, y: 168 },
  { x: 232, y: 104 },
  { x: 388, y: 150 },
] as const

export function drawMap(): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) pixels[y * WIDTH + x] = colourAt(x, y)
  }
  return encodePng({ width: WIDTH, height: HEIGHT, palette: PALETTE, pixels })
}

function colourAt(x: number, y: number): number {
  const nearest = Math.min(...STOPS.map((stop) => Math.hypot(x - stop.x, y - stop.y)))
  if (nearest < 4) return 7
  if (nearest < 9) return 6
  if (Math.abs(y - tramLine(x)) < 2.5) return 5
  const shore = 214 + 14 * Math.sin(x / 61)
  if (y > shore) return (y + Math.round(5 * Math.sin(x / 17))) % 23 === 0 ? 3 : 2
  if (Math.hypot((x - 330) / 1.4, y - 62) < 34 || Math.hypot(x - 60, y - 70) < 28) return 4
  return isStreet(x, y) ? 1 : 0
}

/** Passes through every stop; the curve between them is decoration. */
function tramLine(x: number): number {
  const [a, b, c] = STOPS
  const between = (p: { x: number; y: number }, q: { x: number; y: number }): number =>
    p.y + (q.y - p.y) * (0.5 - 0.5 * Math.cos((Math.PI * (x - p.x)) / (q.x - p.x)))
  if (x < a.x) return a.y
  if (x < b.x) return between(a, b)
  return x < c.x ? between(b, c) : c.y
}

function isStreet(x: number, y: number): boolean {
  const across = (x + y * 0.35 + 9 * Math.sin(y / 29)) % 42
  const along = (y - x * 0.22 + 7 * Math.sin(x / 37) + 500) % 34
  return across < 3 || along < 3
}

// A minimal PNG writer: 8-bit palette, no interlace, one IDAT.

type Rgb = readonly [red: number, green: number, blue: number]

interface Raster {
  readonly width: number
  readonly height: number
  readonly palette: readonly Rgb[]
  /** One palette index per pixel, row by row. */
  readonly pixels: Uint8Array
}

function encodePng({ width, height, palette, pixels }: Raster): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)

  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

export function iconSvg(): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    '<rect width="64" height="64" rx="14" fill="#1f6f78"/>',
    '<circle cx="32" cy="32" r="21" fill="none" stroke="#f4efe4" stroke-width="3"/>',
    '<path d="M32 14l6 18-6 18-6-18z" fill="#f4efe4"/>',
    '<path d="M32 14l6 18H26z" fill="#f2a33c"/>',
    '</svg>',
    '',
  ].join('\n')
}

// A two-note station chime: 16-bit mono PCM in a RIFF/WAVE file.

export function beep(): Buffer {
  const samples = NOTES.flatMap(({ hertz, seconds }) =>
    Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, index) => {
      const fade = 1 - index / (seconds * SAMPLE_RATE)
      return Math.round(9000 * fade * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE))
    }),
  )
  const dataBytes = samples.length * 2
  const file = Buffer.alloc(44 + dataBytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + dataBytes, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(dataBytes, 40)
  for (const [index, sample] of samples.entries()) file.writeInt16LE(sample, 44 + index * 2)
  return file
}
