// Reads a `.parley` file that may come from anybody: line by line, within bounds, each line checked before anyone sees it.
// What is not a session at all is refused; what is not whole is said at the end, when all that is whole was handed out.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { Fault } from '#shared/contract/fault.ts'
import { formatCount } from '#shared/format-count.ts'
import { guarded } from '../../guarded.ts'
import {
  type FileLine,
  formatVersion,
  freeInflatedBytes,
  type Head,
  headSchema,
  lineSchema,
  maxLineBytes,
  maxPacking,
} from './format.ts'

export interface Reader {
  onHead(head: Head): void
  /** The closing line is not handed out. */
  onLine(line: Exclude<FileLine, { end: unknown }>): void
  onProgress(readBytes: number): void
}

/** Undefined when the file is whole. */
export type Damage = { readonly sentence: string; readonly entries: number } | undefined

const notOurs = 'This is not a Parley session.'

export async function readSession(path: string, reader: Reader, signal: AbortSignal): Promise<Damage> {
  const hash = createHash('sha256')
  let head: Head | undefined
  let end: { readonly entries: number; readonly sha256: string } | undefined
  let sum = ''
  let entries = 0
  let broken = 0
  let firstBroken: string | undefined
  let lines = 0
  let trailing = false

  const take = (bytes: Buffer): void => {
    lines += 1
    if (head === undefined) {
      head = headOf(bytes)
      reader.onHead(head)
    } else if (end !== undefined) trailing = true
    else {
      const line = lineSchema.safeParse(parsed(bytes))
      if (!line.success) {
        broken += 1
        firstBroken ??= `Line ${lines} is not what a session holds.`
      } else if ('end' in line.data) {
        end = line.data.end
        sum = hash.copy().digest('hex')
      } else {
        if ('entry' in line.data) entries += 1
        reader.onLine(line.data)
      }
    }
    hash.update(bytes)
    hash.update('\n')
  }

  const stopped = await eachLine(path, { take, onProgress: reader.onProgress }, signal)
  if (head === undefined) throw new Fault('bad-input', stopped === 'too-large' ? tooLarge : notOurs)
  const sentence = sentenceOf(head)
  return sentence === undefined ? undefined : { sentence, entries }

  function sentenceOf(of: Head): string | undefined {
    const whole = `${formatCount(entries)} of its ${formatCount(of.entries)} entries are whole.`
    if (stopped === 'too-large') return `${tooLarge} ${whole}`
    if (broken > 0)
      return `${firstBroken} In all ${broken === 1 ? '1 line is' : `${broken} lines are`} damaged; ${whole}`
    if (end === undefined) return `The file is cut off before its end. ${whole}`
    if (stopped === 'damaged' || trailing || end.sha256 !== sum || end.entries !== entries) {
      return `The file was changed after Parley wrote it: its checksum does not fit. ${whole}`
    }
    return undefined
  }
}

const tooLarge = 'The file unpacks to more than a session would.'

function headOf(bytes: Buffer): Head {
  const value = parsed(bytes)
  const head = headSchema.safeParse(value)
  if (head.success) return head.data
  const version = typeof value === 'object' && value !== null && 'parley' in value ? value.parley : undefined
  if (typeof version === 'number' && version !== formatVersion) {
    throw new Fault(
      'unsupported',
      `This session is in format ${version} of another Parley. This one reads format ${formatVersion}: update it, or export the session again there.`,
    )
  }
  throw new Fault('bad-input', notOurs)
}

type Stopped = 'at-end' | 'damaged' | 'too-large'

interface LineSink {
  take(line: Buffer): void
  onProgress(readBytes: number): void
}

async function eachLine(path: string, { take, onProgress }: LineSink, signal: AbortSignal): Promise<Stopped> {
  const isPacked = await isGzip(path)
  const file = createReadStream(path, { signal })
  const packed = isPacked ? file.pipe(createGunzip()) : file
  file.once(
    'error',
    guarded('session file error', (error) => packed.destroy(error)),
  )
  let rest: readonly Buffer[] = []
  let restBytes = 0
  let inflated = 0
  try {
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      inflated += chunk.byteLength
      if (inflated > freeInflatedBytes && inflated > file.bytesRead * maxPacking) return 'too-large'
      let start = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
        const piece = chunk.subarray(start, at)
        take(restBytes === 0 ? piece : Buffer.concat([...rest, piece]))
        rest = []
        restBytes = 0
        start = at + 1
      }
      if (start < chunk.byteLength) {
        rest = [...rest, chunk.subarray(start)]
        restBytes += chunk.byteLength - start
        if (restBytes > maxLineBytes) return 'too-large'
      }
      onProgress(file.bytesRead)
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

/** RFC 1952 §2.3.1; without it the lines lie in the file as they are. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** Of the gzip layer: an early end, a wrong checksum, bytes that are none. */
function isPackingError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_') || code === 'ERR_PADDING_2'
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
