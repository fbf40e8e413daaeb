// macOS' icon file: a magic word and its length, then a typed block a size. The two smallest are run-length encoded planes
// (macOS shows PNGs in their place scrambled), the others PNGs.

import type { Picture } from './picture.ts'

const planes = { ic04: 16, ic05: 32 }
const pngs = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 }

export const icnsSizes = [...new Set([...Object.values(planes), ...Object.values(pngs)])]

export function encodeIcns(pictures: readonly Picture[]): Buffer {
  const bySize = new Map(pictures.map((picture) => [picture.size, picture]))
  const pictureOf = (size: number): Picture => {
    const picture = bySize.get(size)
    if (!picture) throw new Error(`There is no picture of ${size} pixels.`)
    return picture
  }
  const blocks = [
    ...Object.entries(planes).map(([type, size]) => block(type, encodePlanes(pictureOf(size).rgba))),
    ...Object.entries(pngs).map(([type, size]) => block(type, pictureOf(size).png)),
  ]
  return block('icns', Buffer.concat(blocks))
}

function block(type: string, data: Uint8Array): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32BE(data.length + 8, 4)
  return Buffer.concat([head, data])
}

function encodePlanes(rgba: Uint8Array): Buffer {
  const [red, green, blue, alpha] = [0, 1, 2, 3].map((channel) => rgba.filter((_, at) => at % 4 === channel))
  return Buffer.concat([
    Buffer.from('ARGB', 'latin1'),
    ...[alpha, red, green, blue].map((plane) => runLengths(plane ?? new Uint8Array())),
  ])
}

/** Below 128: that many bytes and one more follow as they are. From 128 on: the next byte, 125 times less than that. */
function runLengths(plane: Uint8Array): Buffer {
  const out: number[] = []
  let literals: number[] = []
  const flush = () => {
    if (literals.length > 0) out.push(literals.length - 1, ...literals)
    literals = []
  }
  for (let at = 0; at < plane.length; ) {
    const value = plane[at] ?? 0
    let run = 1
    while (run < 130 && plane[at + run] === value) run++
    if (run >= 3) {
      flush()
      out.push(run + 125, value)
      at += run
      continue
    }
    literals.push(value)
    if (literals.length === 128) flush()
    at++
  }
  flush()
  return Buffer.from(out)
}
