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

export function createImporting(record: SessionRecord) {
  let sessionId = ''
  let body: { hash: string; pieces: Buffer[]; bytes: number } | undefined
  let unflushed = 0
  let appended = 0
  let ahead: ExchangeLine | undefined
  /** Passed to the record with the entry that names them, as an unreferenced body may be deleted at any time. */
  let bodiesAhead: { readonly hash: string; readonly bytes: Buffer }[] = []

  const exchangeId = (ordinal: number) => `${sessionId}.${ordinal}`
  const checks = createCheckImport(exchangeId)

  const takePiece = (hash: string, piece: Buffer, last: boolean) => {
    if (body?.hash !== hash) body = { hash, pieces: [], bytes: 0 }
    body.pieces.push(piece)
    body.bytes += piece.byteLength
    // A body over the limit is dropped; its entries show that it is missing.
    if (body.bytes > maxBodyBytes) body = { hash: '', pieces: [], bytes: 0 }
    if (!last) return
    const bytes = Buffer.concat(body.pieces)
    body = undefined
    if (createHash('sha256').update(bytes).digest('hex') !== hash) return
    const isRoom =
      bodiesAhead.reduce((sum, each) => sum + each.bytes.byteLength, bytes.byteLength) <= maxBodyBytesAhead
    if (isRoom) bodiesAhead.push({ hash, bytes })
  }

  return {
    onHead({ session: { name, note, createdAt, agents, partlyDeleted } }: Head) {
      const facts = {
        ...{ importedAt: Date.now(), agents },
        ...(note !== '' && { note }),
        ...defined({ partlyDeleted }),
      }
      sessionId = record.createDraft(name, facts, createdAt).sessionId
    },
    onLine(line: FileLine) {
      if ('body' in line) return takePiece(line.body, Buffer.from(line.piece, 'base64'), line.last === true)
      if ('exchange' in line) {
        ahead = line
        return
      }
      if ('spans' in line) {
        record.spans.writeInto(sessionId, spansOfLot(line.spans), Date.now(), line.spans.dropped)
        return
      }
      if ('checks' in line) return checks.run(line)
      if ('result' in line) return checks.result(line)
      if (!('entry' in line)) return
      const exchangeFacts = ahead?.exchange === line.x ? importedFacts(ahead) : undefined
      ahead = undefined
      const entry = { ...line.entry, sessionId, exchangeId: exchangeId(line.x) }
      for (const { hash, bytes } of bodiesAhead) {
        record.keepApart(hash, bytes)
        unflushed += bytes.byteLength
      }
      bodiesAhead = []
      const { seq } = record.append(entry, { taskId: line.task, exchangeFacts })
      appended += 1
      checks.entry(appended, seq)
      if (unflushed <= flushBodyBytes && appended % flushEntries !== 0) return
      unflushed = 0
      // Flushes, and counts a slice.
      record.figures(sessionId)
    },
    /** Turns the draft into a session, and returns its id; without this call the draft is deleted. */
    finish(): string {
      record.keepDraft(sessionId)
      const run = checks.whole()
      if (run) record.checkRuns.write(sessionId, run)
      return sessionId
    },
    undo() {
      // A failed deletion is retried, at the latest after the next start.
      if (sessionId !== '') record.deleteSession(sessionId).catch(() => undefined)
    },
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
