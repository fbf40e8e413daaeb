// Batches in a file, the oldest first: appended at its end, read from where it was read last, and begun anew once all is read. Nothing in
// them is masked yet, so they are encrypted, with a key that this process alone has and no other will.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { privateFile } from '../../data-folder/private-files.ts'
import type { Batch } from './messages.ts'

export type BatchFile = ReturnType<typeof createBatchFile>

export function createBatchFile(path: string) {
  let file: FileHandle | undefined
  let places: { readonly at: number; readonly sizeBytes: number }[] = []
  let end = 0
  const key = randomBytes(32)
  const clear = async () => {
    places = []
    end = 0
    await file?.truncate(0)
  }
  return {
    /** Rejects where the disk takes no more; what was in the file before is still there. */
    async write(batches: readonly Batch[]): Promise<void> {
      file ??= await open(path, 'w+', privateFile.mode)
      const parts = batches.map((batch) => encrypted(key, serialize(batch)))
      let at = end
      const added = parts.map(({ byteLength }) => {
        const place = { at, sizeBytes: byteLength }
        at += byteLength
        return place
      })
      const { bytesWritten } = await file.write(Buffer.concat(parts), 0, at - end, end)
      if (bytesWritten < at - end) throw new Error('The disk wrote only part of it.')
      places.push(...added)
      end = at
    },
    /** Rejects where it can't be read: all that was in it is lost then. */
    async read(): Promise<Batch | undefined> {
      const place = places[0]
      if (!file || !place) return undefined
      try {
        const bytes = Buffer.alloc(place.sizeBytes)
        const { bytesRead } = await file.read(bytes, 0, place.sizeBytes, place.at)
        if (bytesRead < place.sizeBytes) throw new Error('The file has ended.')
        places.shift()
        if (places.length === 0) await clear()
        const { events, bytes: read } = deserialize(decrypted(key, bytes)) as Batch
        // What was read is a part of a buffer that others have a part of too, and can't be handed to another thread.
        return { events, bytes: new Uint8Array(read) }
      } catch (error) {
        await clear().catch(() => undefined)
        throw error
      }
    },
    /** Batches in it. */
    left: (): number => places.length,
    sizeBytes: (): number => end,
    async close(): Promise<void> {
      await file?.close()
      file = undefined
      await rm(path, { force: true }).catch(() => undefined)
    },
  }
}

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

function encrypted(key: Buffer, bytes: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv)
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function decrypted(key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
}
