// Where the window was, kept between starts. Bounds that no display shows any more are forgotten.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { z } from 'zod'
import { privateFile } from '#engine/data-folder/private-files.ts'
import { guarded } from '#engine/guarded.ts'

const boundsSchema = z.object({ x: z.int(), y: z.int(), width: z.int().min(600), height: z.int().min(400) })

const fileName = 'window.json'
const firstSize = { width: 1440, height: 900 }

export function rememberedBounds(dataDir: string): Partial<Rectangle> {
  try {
    const bounds = boundsSchema.parse(JSON.parse(readFileSync(join(dataDir, fileName), 'utf8')))
    return isOnScreen(bounds) ? bounds : firstSize
  } catch {
    return firstSize
  }
}

export function rememberBounds(window: BrowserWindow, dataDir: string): void {
  const keep = () => {
    try {
      writeFileSync(join(dataDir, fileName), JSON.stringify(window.getNormalBounds()), privateFile)
    } catch {
      // A read-only data directory costs the window its place, nothing more.
    }
  }
  window.on('close', guarded('window close', keep))
}

function isOnScreen({ x, y, width, height }: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const overlapX = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x)
    const overlapY = Math.min(y + height, workArea.y + workArea.height) - Math.max(y, workArea.y)
    return overlapX > 100 && overlapY > 100
  })
}
