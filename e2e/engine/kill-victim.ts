// A process to be killed: appends to a record as fast as it can and prints what a reader has seen.
// Usage: kill-victim.ts DATA_DIR

import { setImmediate as turn } from 'node:timers/promises'
import { openRecord } from '#engine/store/record.ts'
import type { Entry } from '#shared/record/entry.ts'

const record = openRecord({ dataDir: process.argv[2] ?? '' })
const { sessionId } = record.createSession('load')

async function write(): Promise<void> {
  for (let index = 0; ; index += 1) {
    const exchangeId = `${process.pid}-${index % 7}`
    const base = { sessionId, exchangeId, at: Date.now(), monoMs: performance.now() }
    const text = `${index} ${'x'.repeat((index * 37) % 600)}`
    if (index % 500 === 499) {
      const body = record.keep(Buffer.alloc(20_000 + (index % 1_000), text))
      record.append({ ...base, kind: 'end', reason: 'complete', receivedBytes: body.sizeBytes, body })
    } else {
      record.append({ ...base, kind: 'note', text }, { taskId: `task ${index % 11}` })
    }
    if (index % 40 === 39) await turn()
  }
}

async function read(): Promise<void> {
  for (let after = 0; ; ) {
    const { entries, next } = await record.read({ after, limit: 200, waitMs: 1_000 })
    after = next
    if (entries.length > 0) process.stdout.write(`${entries.map(shown).join('\n')}\n`)
  }
}

function shown(entry: Entry): string {
  return JSON.stringify([entry.seq, entry.exchangeId, entry.kind === 'note' ? entry.text.length : 0])
}

await Promise.all([write(), read()])
