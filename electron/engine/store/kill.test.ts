import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Entry } from '#shared/record/entry.ts'
import { isFullRun } from '../../../e2e/full-run.ts'
import { openRecord } from './record.ts'

const victim = fileURLToPath(new URL('../../../e2e/engine/kill-victim.ts', import.meta.url))
const { PARLEY_KILLS = isFullRun ? '12' : '3' } = process.env
const kills = Number(PARLEY_KILLS)

/** Starts the victim, kills it at a random moment of its work, and returns what its reader had received. */
function killUnderLoad(dataDir: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [victim, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (out === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * 250)
      out += chunk.toString('utf8')
    })
    child.once('error', reject)
    child.once('close', (_, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`the victim ended by itself: ${signal}`))
      // An incomplete last line does not count.
      resolve(out.split('\n').slice(0, -1))
    })
  })
}

test(
  `${kills} kills at random moments: all that a reader had been shown is there, in order, and the file opens`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-kill-'))
    try {
      const shown = new Set<string>()
      for (let round = 0; round < kills; round += 1) {
        for (const line of await killUnderLoad(dataDir)) shown.add(line)
        const record = openRecord({ dataDir })
        expect(record.status()).toEqual({ keeping: 'disk', memoryEntries: 0, droppedEntries: 0 })
        let expectedSeq = 1
        for (let after = 0; ; ) {
          const { entries, next, latest } = await record.read({ after, limit: 5_000 })
          for (const entry of entries) {
            if (entry.seq !== expectedSeq)
              throw new Error(`entry ${expectedSeq} is missing, ${entry.seq} follows`)
            expectedSeq += 1
            shown.delete(lineOf(entry))
            if (entry.kind === 'end' && entry.body?.hash !== undefined) {
              expect(record.body(entry.body.hash, { length: 1 })?.sizeBytes).toBe(entry.body.sizeBytes)
            }
          }
          after = next
          if (entries.length === 0) {
            expect(latest).toBe(expectedSeq - 1)
            break
          }
        }
        record.close()
        expect([...shown].slice(0, 5)).toEqual([])
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  kills * 10_000,
)

function lineOf(entry: Entry): string {
  return JSON.stringify([entry.seq, entry.exchangeId, entry.kind === 'note' ? entry.text.length : 0])
}
