// What has passed and is not recorded yet, in its order: in memory up to a bound, and beyond that in a file of the data folder. Nothing
// of it is given up. Only where memory is full and the file takes no more is what passes held back.

import { guarded, reportInternalError } from '../../guarded.ts'
import { type BatchFile, createBatchFile } from './batch-file.ts'
import { type Batch, passedMs } from './messages.ts'

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

/** A disk that is full is asked again later. */
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
