// Passed calls that are not recorded yet, in order: in memory up to a bound, then in a file of the data folder. None is
// dropped. Only when memory is full and the file can't grow are callers paused.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import { privateFile } from '../../data-folder/private-files.ts'
import { guarded, reportInternalError } from '../../platform/guarded.ts'
import { type Batch, passedMs } from './messages.ts'

const algorithm = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

// Of passed calls that wait in memory to be recorded; more wait in a file.
const maxWaitingMemoryBytes = 64 * 1024 * 1024
/** Of passed calls that wait in that file to be recorded; beyond it callers are slowed to the speed of recording. */
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
  /** `front` is older than the file, `back` newer. */
  const front = createQueue()
  const back = createQueue()
  let moving: Promise<void> | undefined
  let closed = false
  let refusedMs = Number.NEGATIVE_INFINITY

  /** One step towards a smaller file; false when none is possible. */
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
    /** The oldest batch. Undefined when none waits or it is still being read: then `onReady` follows. */
    shift(): Batch | undefined {
      const next = front.shift() ?? (file.left() === 0 && !moving ? back.shift() : undefined)
      if (file.left() > 0) move()
      return next
    },
    /** Some of it goes to the file. */
    isCrowded: (): boolean => file.left() > 0 || front.bytes() + back.bytes() > memoryBytes / 2,
    /** Waiting bytes with their overhead; unknown, so infinite, for the file. */
    waitingBytes: (): number => (file.left() > 0 ? Number.POSITIVE_INFINITY : front.bytes() + back.bytes()),
    isFull: (): boolean => front.bytes() + back.bytes() > memoryBytes,
    async close(): Promise<void> {
      closed = true
      await moving?.catch(() => undefined)
      await file.close()
    },
  }
}

/** Delay of a retry on a full disk. */
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

/** Overhead of an event. */
const eventBytes = 200

function sizeOf({ bytes, events }: Batch): number {
  return bytes.byteLength + events.length * eventBytes
}

// Batches in a file, oldest first: appended at the end, read in order, and truncated when all is read. They are not
// masked yet, so they are encrypted with a key of this process alone.

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
    /** Rejects on a full disk, without losing earlier batches. */
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
    /** Rejects if the file can't be read; all of it is lost. */
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
        // The bytes are a view of a shared buffer, which can't be transferred.
        return { events, bytes: new Uint8Array(read) }
      } catch (error) {
        await clear().catch(() => undefined)
        throw error
      }
    },
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
