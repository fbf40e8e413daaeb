// The icon files as they lie in resources/: `npm run icons` writes them from icon.svg.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeIcns, icnsSizes } from './icns.ts'
import type { Picture } from './picture.ts'

const resources = join(import.meta.dirname, '..', '..', 'resources')

test('each PNG has the size its name says', () => {
  const matches = readdirSync(join(resources, 'icons')).map((name) => [name, pngSize(read('icons', name))])
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512]
  expect(Object.fromEntries(matches)).toEqual(
    Object.fromEntries(sizes.map((size) => [`${size}x${size}.png`, `${size}x${size}`])),
  )
})

test('the Windows icon is crisp at 16 pixels: edges lie on pixels, not between them', () => {
  const ico = read('icon.ico')
  const pixels = ico.subarray(ico.readUInt32LE(6 + 12) + 40)
  const letter = (x: number, y: number) => {
    const [blue, green, red, alpha] = pixels.subarray(((15 - y) * 16 + x) * 4)
    const name = [red, green, blue].map((value) => value?.toString(16)).join('')
    if (alpha !== 255) return ' '
    return { '918eff': 'A', '4cc38a': 'B' }[name] ?? '.'
  }
  const lines = Array.from({ length: 16 }, (_, y) =>
    Array.from({ length: 16 }, (_, x) => letter(x, y)).join(''),
  )
  expect(lines).toEqual([
    '    ........    ',
    ' .............. ',
    ' .............. ',
    ' ...AAAAA...... ',
    '...AAAAAAA......',
    '..AA.....AA.....',
    '..AAAAAAAAA.....',
    '...A...AAA......',
    '....AAAAA...B...',
    '....A.......BB..',
    '.......BBBBBB...',
    '........BBBB....',
    '...........B....',
    ' .............. ',
    ' .............. ',
    '  ............  ',
  ])
})

test('the Windows icon has the sizes Windows asks for', () => {
  const ico = read('icon.ico')
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico[6 + index * 16] || 256)
  expect(sizes).toEqual([16, 20, 24, 32, 40, 48, 64, 256])
})

test('the macOS icon has every size, on Apple’s grid', () => {
  const blocks = icnsBlocks(read('icon.icns'))
  expect(
    [...blocks].map(([type, data]) => [type, type < 'ic07' ? planeLength(data) : pngSize(data)]),
  ).toEqual([
    ['ic04', 16 * 16 * 4],
    ['ic05', 32 * 32 * 4],
    ['ic11', '32x32'],
    ['ic12', '64x64'],
    ['ic07', '128x128'],
    ['ic13', '256x256'],
    ['ic08', '256x256'],
    ['ic14', '512x512'],
    ['ic09', '512x512'],
    ['ic10', '1024x1024'],
  ])
})

test('planes come back from their run lengths as they went in', () => {
  const rgba = Uint8Array.from({ length: 16 * 16 * 4 }, (_, at) =>
    at % 4 === 0 ? at >> 4 : at % 4 === 1 ? 7 : at,
  )
  const pictures = icnsSizes.map((size): Picture => ({ size, png: new Uint8Array(), rgba }))
  const planes = unpack(icnsBlocks(encodeIcns(pictures)).get('ic04') ?? Buffer.alloc(0))
  const channel = (offset: number) => rgba.filter((_, at) => at % 4 === offset)
  expect(planes).toEqual([...channel(3), ...channel(0), ...channel(1), ...channel(2)])
})

function read(...path: readonly string[]): Buffer {
  return readFileSync(join(resources, ...path))
}

function pngSize(png: Buffer): string {
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

function icnsBlocks(icns: Buffer): ReadonlyMap<string, Buffer> {
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
  const blocks = new Map<string, Buffer>()
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    blocks.set(icns.toString('latin1', at, at + 4), icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)))
  }
  return blocks
}

function planeLength(data: Buffer): number {
  return unpack(data).length
}

function unpack(data: Buffer): readonly number[] {
  expect(data.toString('latin1', 0, 4)).toBe('ARGB')
  const out: number[] = []
  for (let at = 4; at < data.length; ) {
    const control = data[at] ?? 0
    if (control < 128) out.push(...data.subarray(at + 1, at + control + 2))
    else out.push(...new Array<number>(control - 125).fill(data[at + 1] ?? 0))
    at += control < 128 ? control + 2 : 2
  }
  return out
}
