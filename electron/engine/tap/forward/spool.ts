// What has passed and is not recorded yet, in its order: in memory up to a bound, and beyond that in a file of the data folder. Nothing
// of it is given up. Only where memory is full and the file takes no more is what passes held back.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { privateFile } from '../../data-folder/private-files.ts'
import { guarded, reportInternalError } from '../../platform/guarded.ts'
import { type Batch, passedMs } from './messages.ts'

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

// Of what passed through taps and waits to be recorded, in memory; more waits in a file.
const maxWaitingMemoryBytes = 64 * 1024 * 1024
/** Of what passed through taps and waits to be recorded, in that file; then callers are held back to what is recorded. */
const maxWaitingFileBytes = 4 * 1024 * 1024 * 1024

export interface SpoolOptions {
  readonly path: string
  readonly onReady: () => void
  readonly memoryBytes?: number
  readonly fileBytes?: number
}

export function createSpool({ path, onReady, ...bounds }: SpoolOptions) {
  const { memoryBytes = maxWaitingMemoryBytes, fileBytes = maxWaitingFileBytes } = bounds
  const file = createBatchFile(path)
  /** Older than what is in the file, and newer. */
  const front = createQueue()
  const back = createQueue()
  let moving: Promise<void> | undefined
  let closed = false
  let refusedMs = Number.NEGATIVE_INFINITY

  /** One step towards a file that has no more in it than it must; false when there is none to take. */
  const step = async (): Promise<boolean> => {
    const isCrowded = file.left() > 0 || front.bytes() > memoryBytes / 2
    const isOpen = file.sizeBytes() < fileBytes && passedMs() - refusedMs > retryMs
    if (back.bytes() > 0 && isCrowded && isOpen) {
      const batches = back.all()
      if (await isWritten(file, batches)) back.drop(batches.length)
      else refusedMs = passedMs()
      return true
    }
    if (file.left() === 0 || front.bytes() > memoryBytes / 4) return false
    front.push(await file.read().catch(lost))
    onReady()
    return true
  }
  const settle = async () => {
    while (!closed && (await step()));
  }
  const move = guarded('tap spool', () => {
    moving ??= settle().finally(() => {
      moving = undefined
      onReady()
    })
    return moving
  })

  return {
    push(batch: Batch) {
      const isNext = !moving && file.left() === 0 && back.bytes() === 0
      if (isNext && front.bytes() < memoryBytes / 2) return front.push(batch)
      back.push(batch)
      return move()
    },
    /** The oldest. Undefined where nothing waits, or what does is still being read: `onReady` is called then. */
    shift(): Batch | undefined {
      const next = front.shift() ?? (file.left() === 0 && !moving ? back.shift() : undefined)
      if (file.left() > 0) move()
      return next
    },
    /** So much waits that some of it goes to the file. */
    isCrowded: (): boolean => file.left() > 0 || front.bytes() + back.bytes() > memoryBytes / 2,
    /** What waits, with what it takes besides its bytes; of what is in the file nothing is known. */
    waitingBytes: (): number => (file.left() > 0 ? Number.POSITIVE_INFINITY : front.bytes() + back.bytes()),
    isFull: (): boolean => front.bytes() + back.bytes() > memoryBytes,
    async close(): Promise<void> {
      closed = true
      await moving?.catch(() => undefined)
      await file.close()
    },
  }
}

/** A disk that is full is requested again later. */
const retryMs = 5_000

function isWritten(file: BatchFile, batches: readonly Batch[]): Promise<boolean> {
  return file.write(batches).then(
    () => true,
    () => false,
  )
}

function lost(error: unknown): Batch {
  reportInternalError({ where: 'tap spool', error })
  return { events: [{ kind: 'lost', tap: 0, atMs: passedMs() }], bytes: new Uint8Array() }
}

function createQueue() {
  let batches: Batch[] = []
  let bytes = 0
  const forget = (batch: Batch) => {
    bytes -= sizeOf(batch)
  }
  return {
    push(batch: Batch | undefined) {
      if (!batch) return
      batches.push(batch)
      bytes += sizeOf(batch)
    },
    shift(): Batch | undefined {
      const batch = batches.shift()
      if (batch) forget(batch)
      return batch
    },
    all: (): readonly Batch[] => [...batches],
    drop(count: number) {
      for (const batch of batches.slice(0, count)) forget(batch)
      batches = batches.slice(count)
    },
    bytes: () => bytes,
  }
}

/** Events are small, and many. */
const eventBytes = 200

function sizeOf({ bytes, events }: Batch): number {
  return bytes.byteLength + events.length * eventBytes
}

// Batches in a file, the oldest first: appended at its end, read from where it was read last, and begun anew once all is read. Nothing in
// them is masked yet, so they are encrypted, with a key that this process alone has and no other will.

type BatchFile = ReturnType<typeof createBatchFile>

function createBatchFile(path: string) {
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
