// Brings a session of a file into the record of imported sessions. Bodies are held until they are whole and are what their
// hash says; an exchange keeps its number as its name, so nothing has to be remembered for each of a million.

import { createHash } from 'node:crypto'
import type { SessionRecord } from '../../store/record.ts'
import { type ExchangeLine, type FileLine, type Head, maxBodyBytes } from './format.ts'

export interface Importing {
  onHead(head: Head): void
  onLine(line: FileLine): void
  /** The id of what was imported, with the exchanges as the user had marked them. */
  finish(): string
  /** Takes away what was begun. */
  undo(): Promise<void>
}

const flushBodyBytes = 8 * 1024 * 1024
const mostAnnotated = 50_000

export function createImporting(record: SessionRecord): Importing {
  let sessionId = ''
  let body: { hash: string; pieces: Buffer[]; bytes: number } | undefined
  let unflushed = 0
  let ahead: ExchangeLine | undefined
  const annotated: ExchangeLine[] = []

  const exchangeId = (ordinal: number) => `${sessionId}.${ordinal}`

  const takePiece = (hash: string, piece: Buffer, last: boolean) => {
    if (body?.hash !== hash) body = { hash, pieces: [], bytes: 0 }
    body.pieces.push(piece)
    body.bytes += piece.byteLength
    // What is larger than any body we keep is not kept: its entries say that it is not there.
    if (body.bytes > maxBodyBytes) body = { hash: '', pieces: [], bytes: 0 }
    if (!last) return
    const bytes = Buffer.concat(body.pieces)
    body = undefined
    if (createHash('sha256').update(bytes).digest('hex') !== hash) return
    record.keepApart(hash, bytes)
    unflushed += bytes.byteLength
  }

  return {
    onHead({ session: { name, note, createdAt, agents } }) {
      const facts = { importedAt: Date.now(), agents, ...(note !== '' && { note }) }
      sessionId = record.createSession(name, facts, createdAt).sessionId
    },
    onLine(line) {
      if ('body' in line) return takePiece(line.body, Buffer.from(line.piece, 'base64'), line.last === true)
      if ('exchange' in line) {
        ahead = line
        if (annotated.length < mostAnnotated && (line.pinned || line.mark || line.note)) annotated.push(line)
        return
      }
      if (!('entry' in line)) return
      const told = ahead?.exchange === line.x ? toldBy(ahead) : undefined
      ahead = undefined
      const entry = { ...line.entry, sessionId, exchangeId: exchangeId(line.x) }
      record.append(entry, { taskId: line.task, told })
      if (unflushed > flushBodyBytes) {
        record.flush()
        unflushed = 0
      }
    },
    finish() {
      record.flush()
      for (const { exchange, pinned, mark, note } of annotated) {
        record.exchanges.annotate(exchangeId(exchange), { pinned, mark, note })
      }
      return sessionId
    },
    async undo() {
      if (sessionId !== '') await record.deleteSession(sessionId)
    },
  }
}

function toldBy({ contextId, error }: ExchangeLine) {
  if (contextId === undefined && error === undefined) return undefined
  return { ...(contextId !== undefined && { contextId }), ...(error && { error }) }
}
