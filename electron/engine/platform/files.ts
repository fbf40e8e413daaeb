import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Fault } from '#shared/contract/fault.ts'
import { messageOf } from '#shared/errors.ts'
import { privateFile, privateFolder } from '../data-folder/private-files.ts'
import { codeOf } from './errors.ts'

/** Of a session's name in the name of its file, seen where it is saved. */
const maxFileNameChars = 60

// Reads a file named by the user. A device or a pipe may be endless or block, so only files are read, up to a bound.

const pieceBytes = 1024 * 1024

/** Follows links. Refuses an unreadable or too long file with a sentence. */
export function readFileUpTo(path: string, maxBytes: number): Buffer {
  const file = opened(path)
  try {
    if (!fstatSync(file).isFile()) throw new Fault('bad-input', `${path} isn’t a file.`)
    return readUpTo(file, path, maxBytes)
  } finally {
    closeSync(file)
  }
}

export function tooLong(name: string, maxBytes: number): string {
  return `${name} is longer than ${maxBytes / 1_000_000} MB.`
}

/** Of an open file, whose size may change. */
function readUpTo(file: number, name: string, maxBytes: number): Buffer {
  const pieces: Buffer[] = []
  for (let total = 0; ; ) {
    const piece = Buffer.allocUnsafe(pieceBytes)
    const length = readSync(file, piece)
    if (length === 0) return Buffer.concat(pieces, total)
    total += length
    if (total > maxBytes) throw new Fault('bad-input', tooLong(name, maxBytes))
    pieces.push(piece.subarray(0, length))
  }
}

/** Opens a pipe without waiting for its writer. */
function opened(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT'
    throw new Fault(
      'bad-input',
      isMissing ? `${path} isn’t there.` : `${path} can’t be read: ${messageOf(error)}.`,
    )
  }
}

/** The name of a file to save: the first name with letters or digits, and the date. */
export function datedFileName(names: readonly string[], at: number, extension: string): string {
  const day = new Date(at).toISOString().slice(0, 10)
  const called = names.map(plain).find((name) => name !== '')
  return `${called === undefined ? '' : `${called}-`}${day}${extension}`
}

function plain(name: string): string {
  return name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxFileNameChars)
}

/** Replaces a file atomically: readers, also after a crash, see the old text or the new. Only the user can read it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), privateFolder)
  const draft = `${path}.new`
  await writeFile(draft, text, privateFile)
  await rename(draft, path)
}

export type KeptBytes = ReturnType<typeof keepBytes>

/** Collects bytes up to a bound, and counts all. */
export function keepBytes(maxBytes: number) {
  let parts: Buffer[] = []
  let keptBytes = 0
  let seenBytes = 0
  const bytes = (): Buffer => {
    const all = Buffer.concat(parts)
    parts = [all]
    return all
  }
  return {
    /** False once the bound is exceeded. */
    add(more: Buffer): boolean {
      seenBytes += more.byteLength
      const room = maxBytes - keptBytes
      const part = more.byteLength > room ? more.subarray(0, room) : more
      if (part.byteLength > 0) parts.push(part)
      keptBytes += part.byteLength
      return seenBytes <= maxBytes
    },
    seenBytes: () => seenBytes,
    bytes,
    /** The same as chunks. */
    parts: (): readonly Buffer[] => parts,
    kept: () => ({ bytes: bytes(), seenBytes }),
    clear() {
      parts = []
      keptBytes = 0
      seenBytes = 0
    },
  }
}
