// `npm run icons`: every icon file in resources/ from the one drawing, resources/icon.svg.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { draw } from './draw.ts'
import { encodeIcns, icnsSizes } from './icns.ts'
import { encodeIco } from './ico.ts'

const resources = join(import.meta.dirname, '..', '..', 'resources')
const svg = readFileSync(join(resources, 'icon.svg'), 'utf8')

const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512]
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 256]
/** On Apple's grid a rounded square has 824 of 1024 pixels. */
const macShare = 824 / 1024

const [linux = [], windows = [], mac = []] = await draw([
  { svg, sizes: linuxSizes, share: 1 },
  { svg, sizes: windowsSizes, share: 1 },
  { svg, sizes: icnsSizes, share: macShare },
])

mkdirSync(join(resources, 'icons'), { recursive: true })
for (const { size, png } of linux) writeFileSync(join(resources, 'icons', `${size}x${size}.png`), png)
writeFileSync(join(resources, 'icon.ico'), encodeIco(windows))
writeFileSync(join(resources, 'icon.icns'), encodeIcns(mac))
process.stdout.write(`Wrote ${linux.length} PNGs, icon.ico and icon.icns to resources/.\n`)
