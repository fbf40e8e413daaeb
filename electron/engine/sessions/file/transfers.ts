// Files on their way in or out: in a folder of their own, few at a time, gone when Parley starts or ends. A file that the
// user named on the command line is read where it lies and never removed.

import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { appendFile, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '#shared/contract/fault.ts'
import { privateFile, privateFolder } from '../../data-folder/private-files.ts'

interface Transfer {
  readonly path: string
  readonly isOurs: boolean
}

/** Files on their way to or from windows; the oldest is dropped, and what asks for it next is refused. */
const maxTransfers = 16
/** Of one file to be read; refused in a sentence. */
const maxTransferBytes = 4 * 1024 * 1024 * 1024

export function createTransfers(dataDir: string) {
  const folder = join(dataDir, 'transfers')
  const known = new Map<string, Transfer>()
  // What a crash has left.
  rmSync(folder, { recursive: true, force: true })

  const drop = (id: string): boolean => {
    const transfer = known.get(id)
    if (transfer?.isOurs) rmSync(transfer.path, { force: true })
    return known.delete(id)
  }
  const add = (id: string, transfer: Transfer) => {
    known.set(id, transfer)
    const oldest = known.keys().next()
    if (known.size > maxTransfers && !oldest.done) drop(oldest.value)
  }
  const pathOf = (id: string): string => {
    const transfer = known.get(id)
    if (transfer === undefined) throw new Fault('not-found', 'This file is no longer here. Choose it again.')
    return transfer.path
  }

  return {
    /** A new empty file. */
    begin(): { readonly id: string; readonly path: string } {
      mkdirSync(folder, privateFolder)
      const id = randomUUID()
      const path = join(folder, id)
      writeFileSync(path, '', privateFile)
      add(id, { path, isOurs: true })
      return { id, path }
    },
    /** A file of the user's. */
    offer(path: string): string {
      const id = randomUUID()
      add(id, { path, isOurs: false })
      return id
    },
    pathOf,
    async append(id: string, bytes: Uint8Array): Promise<number> {
      const path = pathOf(id)
      if (!known.get(id)?.isOurs) throw new Fault('bad-input', 'Nothing is written to this file.')
      await appendFile(path, bytes, privateFile)
      const { size } = await stat(path)
      if (size <= maxTransferBytes) return size
      drop(id)
      throw new Fault('bad-input', 'This file is larger than a recording would be.')
    },
    async read(id: string, offset: number, length: number): Promise<Buffer> {
      const file = await open(pathOf(id), 'r')
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    drop,
    close() {
      for (const id of [...known.keys()]) drop(id)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function readable(path: string): Promise<number> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) throw new Fault('bad-input', `${path} is not a file.`)
    await new Promise<void>((resolve, reject) => {
      const probe = createReadStream(path, { end: 0 })
      probe.once('error', reject).once('close', resolve).resume()
    })
    return facts.size
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('not-found', `${path} cannot be read.`)
  }
}
