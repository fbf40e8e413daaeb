// The log: `logs/parley.log` in the data directory, redacted as it is written, at most a few files of a bounded size. Where nothing can
// be written Parley goes on without one.

import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Log } from '../faults.ts'
import { redact } from './redact.ts'

export interface LogFile {
  readonly path: string
  readonly write: Log
}

interface LogPlace {
  readonly dataDir: string
  /** Where each line also goes, as it is. */
  readonly echo: Log
  readonly maxFileBytes?: number
  readonly now?: () => Date
}

/** The newest, and what it was before it grew too large. */
const olderFiles = 3
const longestLine = 8_000

export function logPath(dataDir: string): string {
  return join(dataDir, 'logs', 'parley.log')
}

export function openLogFile({
  dataDir,
  echo,
  maxFileBytes = 1_000_000,
  now = () => new Date(),
}: LogPlace): LogFile {
  const path = logPath(dataDir)
  return {
    path,
    write(line) {
      echo(line)
      const text = `${now().toISOString()} ${redact(line.slice(0, longestLine))}\n`
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        if (existsSync(path) && statSync(path).size + text.length > maxFileBytes) rotate(path)
        appendFileSync(path, text, { mode: 0o600 })
      } catch {
        // A full or read-only disk costs the log, nothing more.
      }
    },
  }
}

/** The end of the log, whole lines only. */
export function readLogEnd(dataDir: string, maxBytes: number): string {
  try {
    const file = openSync(logPath(dataDir), 'r')
    try {
      const { size } = statSync(logPath(dataDir))
      const from = Math.max(0, size - maxBytes)
      const bytes = Buffer.alloc(size - from)
      readSync(file, bytes, 0, bytes.length, from)
      const text = bytes.toString('utf8')
      return from === 0 ? text : text.slice(text.indexOf('\n') + 1)
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

function rotate(path: string): void {
  for (let age = olderFiles - 1; age >= 0; age--) {
    const from = age === 0 ? path : numbered(path, age)
    if (existsSync(from)) renameSync(from, numbered(path, age + 1))
  }
}

function numbered(path: string, age: number): string {
  return path.replace(/\.log$/, `.${age}.log`)
}
