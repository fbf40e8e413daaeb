// Batches in a file, the oldest first: appended at its end, read from where it was read last, and begun anew once all is read.

import { type FileHandle, open, rm } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { privateFile } from '../../data-folder/private-files.ts'
import type { Batch } from './messages.ts'

export interface BatchFile {
  /** Rejects where the disk takes no more; what was in the file before is still there. */
  write(batches: readonly Batch[]): Promise<void>
  /** Rejects where it can't be read: all that was in it is lost then. */
  read(): Promise<Batch | undefined>
  /** Batches in it. */
  left(): number
  sizeBytes(): number
  close(): Promise<void>
}

export function createBatchFile(path: string): BatchFile {
  let file: FileHandle | undefined
  let places: { readonly at: number; readonly sizeBytes: number }[] = []
  let end = 0
  const clear = async () => {
    places = []
    end = 0
    await file?.truncate(0)
  }
  return {
    async write(batches) {
      file ??= await open(path, 'w+', privateFile.mode)
      const parts = batches.map((batch) => serialize(batch))
      let at = end
      const added = parts.map(({ byteLength }) => {
        const place = { at, sizeBytes: byteLength }
        at += byteLength
        return place
      })
      const { bytesWritten } = await file.write(Buffer.concat(parts), 0, at - end, end)
      if (bytesWritten < at - end) throw new Error('The disk took a part of it.')
      places.push(...added)
      end = at
    },
    async read() {
      const place = places[0]
      if (!file || !place) return undefined
      try {
        const bytes = Buffer.alloc(place.sizeBytes)
        const { bytesRead } = await file.read(bytes, 0, place.sizeBytes, place.at)
        if (bytesRead < place.sizeBytes) throw new Error('The file has ended.')
        places.shift()
        if (places.length === 0) await clear()
        return deserialize(bytes) as Batch
      } catch (error) {
        await clear().catch(() => undefined)
        throw error
      }
    },
    left: () => places.length,
    sizeBytes: () => end,
    async close() {
      await file?.close()
      file = undefined
      await rm(path, { force: true }).catch(() => undefined)
    },
  }
}
