import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Fault } from '#shared/contract/fault.ts'
import { privateFile, privateFolder } from '../data-folder/private-files.ts'
import { codeOf, messageOf } from './errors.ts'

/** Of a session's name in the name of its file, seen where it is saved. */
const maxFileNameChars = 60

// A file that a user names, read whole. A device or a pipe has no end or waits for one, so only a file is read, and only up to a bound.

const pieceBytes = 1024 * 1024

/** Links are followed. What can't be read, or is longer than the bound, is refused in a sentence. */
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

/** Of what is open already; its size is known at the end alone. */
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

/** A pipe is opened without waiting for who writes to it. */
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

/** For a file that the user saves: called after the first of the names that has letters or digits, and its day. */
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

/** Writes a file as a whole: whoever reads it meanwhile, or after a crash, finds the old text or the new. Nobody else may read it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), privateFolder)
  const draft = `${path}.new`
  await writeFile(draft, text, privateFile)
  await rename(draft, path)
}

export type KeptBytes = ReturnType<typeof keepBytes>

/** Bytes up to a bound, and how many there were. */
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
    /** False once the bound is passed. */
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
    /** The same, as they arrived. */
    parts: (): readonly Buffer[] => parts,
    kept: () => ({ bytes: bytes(), seenBytes }),
    clear() {
      parts = []
      keptBytes = 0
      seenBytes = 0
    },
  }
}
