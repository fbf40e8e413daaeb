// Imports the session of a file. Bodies are held until they are complete and match their hash. An exchange's id is its
// number in the file, so no table of a million ids is needed.

import { createHash } from 'node:crypto'
import { maxBodyBytes } from '#shared/bounded.ts'
import { defined } from '#shared/defined.ts'
import { spansOfLot } from '../../spans/take-spans.ts'
import type { ExchangeFacts, SessionRecord } from '../../store/record.ts'
import {
  createCheckImport,
  type ExchangeLine,
  type FileLine,
  type Head,
  maxBodyBytesAhead,
} from './format.ts'

const flushBodyBytes = 4 * 1024 * 1024
/** Entries per flush: reading them back costs more than writing them. */
const flushEntries = 200

export class Importing {
  readonly #record: SessionRecord
  #sessionId = ''
  #body: { hash: string; pieces: Buffer[]; bytes: number } | undefined
  #unflushed = 0
  #appended = 0
  #ahead: ExchangeLine | undefined
  /** Passed to the record with the entry that names them, as an unreferenced body may be deleted at any time. */
  #bodiesAhead: { readonly hash: string; readonly bytes: Buffer }[] = []
  readonly #checks = createCheckImport((ordinal) => this.#exchangeId(ordinal))

  constructor(record: SessionRecord) {
    this.#record = record
  }

  onHead({ session: { name, note, createdAt, agents, partlyDeleted } }: Head) {
    const facts = {
      ...{ importedAt: Date.now(), agents },
      ...(note !== '' && { note }),
      ...defined({ partlyDeleted }),
    }
    this.#sessionId = this.#record.createDraft(name, facts, createdAt).sessionId
  }

  onLine(line: FileLine) {
    if ('body' in line)
      return this.#takePiece(line.body, Buffer.from(line.piece, 'base64'), line.last === true)
    if ('exchange' in line) {
      this.#ahead = line
      return
    }
    if ('spans' in line) {
      const { spans } = line
      this.#record.spans.writeInto(this.#sessionId, spansOfLot(spans), Date.now(), spans.dropped)
      return
    }
    if ('checks' in line) return this.#checks.run(line)
    if ('result' in line) return this.#checks.result(line)
    if (!('entry' in line)) return
    const exchangeFacts = this.#ahead?.exchange === line.x ? importedFacts(this.#ahead) : undefined
    this.#ahead = undefined
    const entry = { ...line.entry, sessionId: this.#sessionId, exchangeId: this.#exchangeId(line.x) }
    for (const { hash, bytes } of this.#bodiesAhead) {
      this.#record.keepApart(hash, bytes)
      this.#unflushed += bytes.byteLength
    }
    this.#bodiesAhead = []
    const { seq } = this.#record.append(entry, { taskId: line.task, exchangeFacts })
    this.#appended += 1
    this.#checks.entry(this.#appended, seq)
    if (this.#unflushed <= flushBodyBytes && this.#appended % flushEntries !== 0) return
    this.#unflushed = 0
    // Flushes, and counts a slice.
    this.#record.figures(this.#sessionId)
  }

  /** Turns the draft into a session, and returns its id; without this call the draft is deleted. */
  finish(): string {
    this.#record.keepDraft(this.#sessionId)
    const run = this.#checks.whole()
    if (run) this.#record.checkRuns.write(this.#sessionId, run)
    return this.#sessionId
  }

  undo() {
    // A failed deletion is retried, at the latest after the next start.
    if (this.#sessionId !== '') this.#record.deleteSession(this.#sessionId).catch(() => undefined)
  }

  readonly #exchangeId = (ordinal: number) => `${this.#sessionId}.${ordinal}`

  #takePiece(hash: string, piece: Buffer, last: boolean) {
    const body = this.#body?.hash === hash ? this.#body : { hash, pieces: [], bytes: 0 }
    this.#body = body
    body.pieces.push(piece)
    body.bytes += piece.byteLength
    // A body over the limit is dropped; its entries show that it is missing.
    if (body.bytes > maxBodyBytes) this.#body = { hash: '', pieces: [], bytes: 0 }
    if (!last) return
    const bytes = Buffer.concat(this.#body.pieces)
    this.#body = undefined
    if (createHash('sha256').update(bytes).digest('hex') !== hash) return
    const bytesAhead = this.#bodiesAhead.reduce((sum, each) => sum + each.bytes.byteLength, bytes.byteLength)
    if (bytesAhead <= maxBodyBytesAhead) this.#bodiesAhead.push({ hash, bytes })
  }
}

function importedFacts({ contextId, error, pinned, mark, note }: ExchangeLine): ExchangeFacts | undefined {
  const isAnnotated = pinned !== undefined || mark !== undefined || note !== undefined
  if (contextId === undefined && error === undefined && !isAnnotated) return undefined
  const annotation = defined({ pinned, mark, note })
  return {
    ...defined({ contextId, error }),
    ...(isAnnotated && { annotation }),
  }
}
