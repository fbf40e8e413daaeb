// Parley's files are for its user alone, as conversations are private. Every writer takes its modes from here. Windows
// has no modes: there the system protects profile folders.

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

/** For files that a library opens by name. SQLite's journals inherit the mode of their database. */
export function createPrivately(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', privateFile.mode))
}

/** Writes pieces, through `packing` if given. */
export function writePrivately(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  packing: readonly Transform[] = [],
): Promise<void> {
  return pipeline([Readable.from(pieces), ...packing, createWriteStream(path, privateFile)], { signal })
}

/** Removes the rights of others from existing files, and returns the paths where that failed. Links are not followed. */
export function closeToOthers(path: string): readonly string[] {
  if (process.platform === 'win32') return []
  try {
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) return []
    const open = withoutOthers(path, stats.mode) ? [] : [path]
    return stats.isDirectory()
      ? [...open, ...readdirSync(path).flatMap((name) => closeToOthers(join(path, name)))]
      : open
  } catch {
    // Deleted meanwhile, or not accessible.
    return []
  }
}

/** False where that failed. */
export function withoutOthers(path: string, mode: number): boolean {
  if ((mode & othersRights) === 0) return true
  try {
    chmodSync(path, mode & 0o700)
    return true
  } catch {
    return false
  }
}

/** Modes of files that the user named, in order to pass them on. */
export const userFile = { mode: 0o666 } as const
export const userFolder = { recursive: true, mode: 0o777 } as const
