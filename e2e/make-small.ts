// Reduces pictures to a palette of 256 colours, a third of the size, by an installed ffmpeg.

import { spawnSync } from 'node:child_process'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const palette = 'split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none'

export function makeSmall(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.png'))) {
    const path = join(folder, name)
    const small = join(folder, `small-${name}`)
    const { error, status, stderr } = spawnSync(
      'ffmpeg',
      ['-v', 'error', '-y', '-i', path, '-vf', palette, '-compression_level', '100', '-pred', 'mixed', small],
      { encoding: 'utf8' },
    )
    if (error) throw new Error('The pictures are taken, but large: install ffmpeg and start again.')
    if (status === 0) renameSync(small, path)
    else {
      rmSync(small, { force: true })
      throw new Error(`ffmpeg could not read ${name}: ${stderr}`)
    }
  }
}
