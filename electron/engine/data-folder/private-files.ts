// What Parley writes is for its user alone: agents say private things. Every writer takes its modes from here. Windows knows no modes:
// there a profile's folders are closed to other users by the system.

import {
  chmodSync,
  closeSync,
  createWriteStream,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export const privateFile = { mode: 0o600 } as const
export const privateFolder = { recursive: true, mode: 0o700 } as const
const othersRights = 0o077

/** For what a library opens by its name. SQLite's journals take the mode of their database. */
export function createPrivately(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', privateFile.mode))
}

/** Piece by piece, through `packing` where there is one. */
export function writePrivately(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  packing: readonly Transform[] = [],
): Promise<void> {
  return pipeline([Readable.from(pieces), ...packing, createWriteStream(path, privateFile)], { signal })
}

/** Takes the rights of others away from what is there already; the paths that kept them are returned. Links are not followed. */
export function closeToOthers(path: string): readonly string[] {
  if (process.platform === 'win32') return []
  try {
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) return []
    const left = withoutOthers(path, stats.mode) ? [] : [path]
    return stats.isDirectory()
      ? [...left, ...readdirSync(path).flatMap((name) => closeToOthers(join(path, name)))]
      : left
  } catch {
    // Gone meanwhile, or closed to us too.
    return []
  }
}

/** False where others keep their rights. */
export function withoutOthers(path: string, mode: number): boolean {
  if ((mode & othersRights) === 0) return true
  try {
    chmodSync(path, mode & 0o700)
    return true
  } catch {
    return false
  }
}

/** What the user requested under a name of their own, to hand on: as their system makes files. */
export const askedFile = { mode: 0o666 } as const
export const askedFolder = { recursive: true, mode: 0o777 } as const
