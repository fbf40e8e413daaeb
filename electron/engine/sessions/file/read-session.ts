// Reads a `.parley` file from anywhere: line by line, within bounds, each line validated before use. A file that is no
// session is refused; a damaged one is reported at the end, after all valid lines.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { isMembers } from '#shared/a2a/json-kinds.ts'
import { Fault } from '#shared/contract/fault.ts'
import { formatCount } from '#shared/format-count.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import { createSlices } from '../../platform/async.ts'
import { codeOf } from '../../platform/errors.ts'
import { guarded } from '../../platform/guarded.ts'
import { hasAtMostValues } from '../../platform/json.ts'
import {
  type FileLine,
  formatVersion,
  freeInflatedBytes,
  type Head,
  headSchema,
  lineSchema,
  maxBodiesAhead,
  maxDamagedBytes,
  maxDamagedLines,
  maxFileLineBytes,
  maxLineValues,
  maxPacking,
  scannedLineBytes,
} from './format.ts'

export interface Reader {
  onHead(head: Head): void
  /** All lines except the closing one. */
  onLine(line: Exclude<FileLine, { end: unknown }>): void
  onProgress(readBytes: number): void
}

export type Damage = { readonly sentence: string; readonly entries: number } | undefined

const notOurs = 'This is not a Parley recording.'

export async function readSession(path: string, reader: Reader, signal: AbortSignal): Promise<Damage> {
  const hash = createHash('sha256')
  const order = createOrder()
  let head: Head | undefined
  let end: { readonly entries: number; readonly sha256: string } | undefined
  let sum = ''
  let entries = 0
  let damaged = 0
  let damagedBytes = 0
  let firstDamaged: string | undefined
  let lines = 0

  const damage = (bytes: Buffer): void => {
    damaged += 1
    damagedBytes += bytes.byteLength
    firstDamaged ??= `Line ${formatCount(lines)} is not what a recording holds.`
    if (damaged > maxDamagedLines) throw refused(`more than ${formatCount(maxDamagedLines)} damaged lines`)
    if (damagedBytes > maxDamagedBytes)
      throw refused(`more than ${megabytes(maxDamagedBytes)} of damaged lines`)
  }
  /** False once nothing more should be read. */
  const take = (bytes: Buffer): boolean => {
    lines += 1
    if (end !== undefined) return false
    if (head === undefined) {
      head = headOf(bytes)
      reader.onHead(head)
    } else {
      const line = isSparse(bytes) ? lineSchema.safeParse(parsedJson(bytes.toString('utf8'))) : undefined
      if (!line?.success || !order.takes(line.data)) damage(bytes)
      else if ('end' in line.data) {
        end = line.data.end
        sum = hash.copy().digest('hex')
      } else {
        if ('entry' in line.data) entries += 1
        if (entries > head.entries) {
          throw refused(`more than the ${formatCount(head.entries)} entries that it says it has`)
        }
        reader.onLine(line.data)
      }
    }
    hash.update(bytes)
    hash.update('\n')
    return true
  }

  const stopped = await eachLine(path, { take, onProgress: reader.onProgress }, signal)
  if (head === undefined) throw new Fault('bad-input', notOurs)
  const sentence = sentenceOf(head)
  return sentence === undefined ? undefined : { sentence, entries }

  function sentenceOf(source: Head): string | undefined {
    const whole = `${formatCount(entries)} of its ${formatCount(source.entries)} entries are whole.`
    if (damaged > 0)
      return `${firstDamaged} In all ${damaged === 1 ? '1 line is' : `${formatCount(damaged)} lines are`} damaged; ${whole}`
    if (end === undefined) return `The file is cut off before its end. ${whole}`
    if (stopped !== 'at-end' || end.sha256 !== sum || end.entries !== entries) {
      return `The file was changed after Parley wrote it: its checksum does not fit. ${whole}`
    }
    return undefined
  }
}

export function refused(what: string): Fault {
  return new Fault('bad-input', `Parley stopped reading this file: it has ${what}.`)
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}

/** Lines before an entry belong to it: one about its exchange, and the bodies it names. */
function createOrder() {
  let isAnnounced = false
  let bodies = 0
  return {
    takes(line: FileLine): boolean {
      if ('entry' in line) {
        isAnnounced = false
        bodies = 0
      } else if ('exchange' in line) {
        if (isAnnounced) return false
        isAnnounced = true
      } else if ('body' in line && line.last) {
        bodies += 1
        return bodies <= maxBodiesAhead
      }
      return true
    },
  }
}

/** The cost of parsing depends on the number of values, not on the length. */
function isSparse(line: Buffer): boolean {
  return line.byteLength < scannedLineBytes || hasAtMostValues(line, maxLineValues)
}

function headOf(bytes: Buffer): Head {
  const value = parsedJson(bytes.toString('utf8'))
  const head = headSchema.safeParse(value)
  if (head.success) return head.data
  const version = isMembers(value) ? value['parley'] : undefined
  if (typeof version === 'number' && version !== formatVersion) {
    throw new Fault(
      'unsupported',
      `This recording is in format ${version} of another Parley. This one reads format ${formatVersion}: update it, or export the recording again there.`,
    )
  }
  throw new Fault('bad-input', notOurs)
}

type Stopped = 'at-end' | 'damaged'

interface LineSink {
  take(line: Buffer): boolean
  onProgress(readBytes: number): void
}

/** Lines read between two looks at the clock. */
const linesAtATime = 32

async function eachLine(path: string, { take, onProgress }: LineSink, signal: AbortSignal): Promise<Stopped> {
  const isPacked = await isGzip(path)
  const file = createReadStream(path, { signal })
  const packed = isPacked ? file.pipe(createGunzip()) : file
  file.once(
    'error',
    guarded('session file error', (error) => packed.destroy(error)),
  )
  const breathe = createSlices()
  let rest: Buffer[] = []
  let restBytes = 0
  let inflated = 0
  let taken = 0
  try {
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      inflated += chunk.byteLength
      if (inflated > freeInflatedBytes && inflated > file.bytesRead * maxPacking) {
        throw refused(`more than ${maxPacking} times its size packed in it`)
      }
      let start = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
        const piece = chunk.subarray(start, at)
        if (!take(restBytes === 0 ? piece : Buffer.concat([...rest, piece]))) return 'damaged'
        rest = []
        restBytes = 0
        start = at + 1
        taken += 1
        if (taken % linesAtATime !== 0) continue
        await breathe()
        signal.throwIfAborted()
      }
      if (start < chunk.byteLength) {
        rest.push(chunk.subarray(start))
        restBytes += chunk.byteLength - start
        if (restBytes > maxFileLineBytes) throw refused(`a line longer than ${megabytes(maxFileLineBytes)}`)
      }
      onProgress(file.bytesRead)
      await breathe()
    }
    return restBytes === 0 ? 'at-end' : 'damaged'
  } catch (error) {
    if (signal.aborted || !isPackingError(error)) throw error
    return 'damaged'
  } finally {
    file.destroy()
    packed.destroy()
  }
}

/** RFC 1952 §2.3.1; otherwise the lines are not compressed. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** Of the gzip layer: an early end, a wrong checksum, invalid bytes. */
function isPackingError(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return code.startsWith('Z_') || code === 'ERR_PADDING_2'
}
