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

export class Spool {
  readonly #memoryBytes: number
  readonly #fileBytes: number
  readonly #onReady: () => void
  readonly #file: BatchFile
  /** Older than the file. */
  readonly #front = new BatchQueue()
  /** Newer than the file. */
  readonly #back = new BatchQueue()
  #moving: Promise<void> | undefined
  #closed = false
  #refusedMs = Number.NEGATIVE_INFINITY

  constructor({ path, onReady, ...bounds }: SpoolOptions) {
    this.#memoryBytes = bounds.memoryBytes ?? maxWaitingMemoryBytes
    this.#fileBytes = bounds.fileBytes ?? maxWaitingFileBytes
    this.#onReady = onReady
    this.#file = new BatchFile(path)
  }

  push(batch: Batch) {
    const isNext = !this.#moving && this.#file.left === 0 && this.#back.bytes === 0
    if (isNext && this.#front.bytes < this.#memoryBytes / 2) return this.#front.push(batch)
    this.#back.push(batch)
    return this.#move()
  }

  /** The oldest batch. Undefined when none waits or it is still being read: then `onReady` follows. */
  shift(): Batch | undefined {
    const next =
      this.#front.shift() ?? (this.#file.left === 0 && !this.#moving ? this.#back.shift() : undefined)
    if (this.#file.left > 0) this.#move()
    return next
  }

  /** Some of it goes to the file. */
  isCrowded(): boolean {
    return this.waitingBytes() > this.#memoryBytes / 2
  }

  /** Waiting bytes with their overhead; unknown, so infinite, for the file. */
  waitingBytes(): number {
    return this.#file.left > 0 ? Number.POSITIVE_INFINITY : this.#inMemory()
  }

  isFull(): boolean {
    return this.#inMemory() > this.#memoryBytes
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#moving?.catch(() => undefined)
    await this.#file.close()
  }

  #inMemory(): number {
    return this.#front.bytes + this.#back.bytes
  }

  readonly #move = guarded('tap spool', () => {
    this.#moving ??= this.#settle().finally(() => {
      this.#moving = undefined
      this.#onReady()
    })
    return this.#moving
  })

  async #settle(): Promise<void> {
    while (!this.#closed && (await this.#step()));
  }

  /** One step towards a smaller file; false when none is possible. */
  async #step(): Promise<boolean> {
    const isCrowded = this.#file.left > 0 || this.#front.bytes > this.#memoryBytes / 2
    const isOpen = this.#file.sizeBytes < this.#fileBytes && passedMs() - this.#refusedMs > retryMs
    if (this.#back.bytes > 0 && isCrowded && isOpen) {
      const batches = this.#back.all()
      try {
        await this.#file.write(batches)
        this.#back.drop(batches.length)
      } catch {
        this.#refusedMs = passedMs()
      }
      return true
    }
    if (this.#file.left === 0 || this.#front.bytes > this.#memoryBytes / 4) return false
    this.#front.push(await this.#file.read().catch(lost))
    this.#onReady()
    return true
  }
}

/** Delay of a retry on a full disk. */
const retryMs = 5_000

function lost(error: unknown): Batch {
  reportInternalError({ where: 'tap spool', error })
  return { events: [{ kind: 'lost', tap: 0, atMs: passedMs() }], bytes: new Uint8Array() }
}

class BatchQueue {
  readonly #batches: Batch[] = []
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  push(batch: Batch | undefined) {
    if (!batch) return
    this.#batches.push(batch)
    this.#bytes += sizeOf(batch)
  }

  shift(): Batch | undefined {
    const [batch] = this.drop(1)
    return batch
  }

  all(): readonly Batch[] {
    return [...this.#batches]
  }

  drop(count: number): readonly Batch[] {
    const dropped = this.#batches.splice(0, count)
    for (const batch of dropped) this.#bytes -= sizeOf(batch)
    return dropped
  }
}

/** Overhead of an event. */
const eventBytes = 200

function sizeOf({ bytes, events }: Batch): number {
  return bytes.byteLength + events.length * eventBytes
}

// Batches in a file, oldest first: appended at the end, read in order, and truncated when all is read. They are not
// masked yet, so they are encrypted with a key of this process alone.

class BatchFile {
  readonly #path: string
  readonly #key = randomBytes(32)
  #file: FileHandle | undefined
  #places: { readonly at: number; readonly sizeBytes: number }[] = []
  #end = 0

  constructor(path: string) {
    this.#path = path
  }

  get left(): number {
    return this.#places.length
  }

  get sizeBytes(): number {
    return this.#end
  }

  /** Rejects on a full disk, without losing earlier batches. */
  async write(batches: readonly Batch[]): Promise<void> {
    this.#file ??= await open(this.#path, 'w+', privateFile.mode)
    const parts = batches.map((batch) => encrypted(this.#key, serialize(batch)))
    let at = this.#end
    const added = parts.map(({ byteLength }) => {
      const place = { at, sizeBytes: byteLength }
      at += byteLength
      return place
    })
    const { bytesWritten } = await this.#file.write(Buffer.concat(parts), 0, at - this.#end, this.#end)
    if (bytesWritten < at - this.#end) throw new Error('The disk wrote only part of it.')
    this.#places.push(...added)
    this.#end = at
  }

  /** Rejects if the file can't be read; all of it is lost. */
  async read(): Promise<Batch | undefined> {
    const [place] = this.#places
    if (!this.#file || !place) return undefined
    try {
      const bytes = Buffer.alloc(place.sizeBytes)
      const { bytesRead } = await this.#file.read(bytes, 0, place.sizeBytes, place.at)
      if (bytesRead < place.sizeBytes) throw new Error('The file has ended.')
      this.#places.shift()
      if (this.left === 0) await this.#clear()
      const { events, bytes: read } = deserialize(decrypted(this.#key, bytes)) as Batch
      // The bytes are a view of a shared buffer, which can't be transferred.
      return { events, bytes: new Uint8Array(read) }
    } catch (error) {
      await this.#clear().catch(() => undefined)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
    await rm(this.#path, { force: true }).catch(() => undefined)
  }

  async #clear(): Promise<void> {
    this.#places = []
    this.#end = 0
    await this.#file?.truncate(0)
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
