import { crc32, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { beep, drawMap } from './pictures.ts'
import { ticketPdf } from './ticket-pdf.ts'
import { timetableCsv } from './trains.ts'

describe('the map', () => {
  it('is a PNG whose chunks carry the right checksums and whose pixels are all there', () => {
    const chunks = pngChunks(drawMap())
    expect(chunks.map(({ type, crcRight }) => [type, crcRight])).toEqual([
      ['IHDR', true],
      ['PLTE', true],
      ['IDAT', true],
      ['IEND', true],
    ])
    const [header, palette, data] = chunks.map((chunk) => chunk.data)
    expect([...(header ?? [])]).toEqual([0, 0, 1, 224, 0, 0, 1, 44, 8, 3, 0, 0, 0])
    const rows = inflateSync(data ?? Buffer.alloc(0))
    expect(rows.length).toBe(300 * (480 + 1))
    const colours = new Set(rows.filter((_, index) => index % 481 !== 0))
    expect([...colours].sort()).toEqual(
      Array.from({ length: (palette?.length ?? 0) / 3 }, (_, index) => index),
    )
  })

  it('is the same every time', () => {
    expect(drawMap().equals(drawMap())).toBe(true)
  })
})

describe('the ticket', () => {
  const pdf = ticketPdf({ title: 'Two (2) seats', lines: ['back\\slash', 'last'] }).toString('latin1')

  it('points its cross-reference table at every object', () => {
    const startXref = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1])
    const [, size, entries = ''] =
      /^xref\n0 (\d+)\n((?:\d{10} \d{5} [fn] \n)+)trailer\n/.exec(pdf.slice(startXref)) ?? []
    const offsets = entries
      .split(/(?<=\n)/)
      .slice(1)
      .map((entry) => Number(entry.slice(0, 10)))
    expect(Number(size)).toBe(7)
    expect(offsets.map((offset) => pdf.slice(offset, offset + 7))).toEqual(
      offsets.map((_, index) => `${index + 1} 0 obj`),
    )
  })

  it('states the length of its drawing and escapes text', () => {
    const [, length, drawing = ''] = /<< \/Length (\d+) >>\nstream\n(.*?)\nendstream/s.exec(pdf) ?? []
    expect(drawing.length).toBe(Number(length))
    expect(drawing.match(/\((?:\\.|[^\\)])*\) Tj/g)).toEqual([
      '(Two \\(2\\) seats) Tj',
      '(back\\\\slash) Tj',
      '(last) Tj',
      '(Not valid for travel: a demo drew this.) Tj',
    ])
  })
})

describe('the chime', () => {
  it('is a WAVE file whose sizes agree and which is not silent', () => {
    const wav = beep()
    const text = (start: number) => wav.toString('latin1', start, start + 4)
    expect({
      ids: [text(0), text(8), text(12), text(36)],
      riffBytes: wav.readUInt32LE(4),
      format: [16, 20, 22, 32, 34].map((offset) => wav.readUInt16LE(offset)),
      rates: [wav.readUInt32LE(24), wav.readUInt32LE(28)],
      dataBytes: wav.readUInt32LE(40),
    }).toEqual({
      ids: ['RIFF', 'WAVE', 'fmt ', 'data'],
      riffBytes: wav.length - 8,
      format: [16, 1, 1, 2, 16],
      rates: [16000, 32000],
      dataBytes: wav.length - 44,
    })
    const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length))
    expect(Math.max(...samples)).toBeGreaterThan(8000)
  })
})

describe('the timetable', () => {
  it('is CSV with a header and a line a train', () => {
    expect(timetableCsv()).toBe(
      'train,leaves,arrives,changes,for_two_eur\r\n' +
        'IC 523,06:39,09:18,0,58\r\nAP 181,07:00,09:30,0,84\r\nIC 525,09:39,12:48,1,52\r\n',
    )
  })
})

function pngChunks(png: Buffer): { type: string; data: Buffer; crcRight: boolean }[] {
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  const chunks = []
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + size)
    const crcRight = png.readUInt32BE(at + 8 + size) === crc32(body)
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4), crcRight })
    at += size + 12
  }
  return chunks
}
