// The log: `logs/parley.log` in the data directory, redacted, in a few files of bounded size, if they can be written.

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
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { credentialNamePattern } from '#shared/record/credential-names.ts'
import { shorten } from '#shared/shorten.ts'
import { privateFile, privateFolder } from '../data-folder/private-files.ts'
import type { Log } from '../platform/errors.ts'

// Redacts credentials in their usual places and the name of the user's home from logs and reports.

const redactedMark = '[redacted]'
const names = `${credentialNamePattern}|[\\w-]{0,64}?[-_](?:key|sig|code)|cookie`

const patterns: readonly (readonly [RegExp, string])[] = [
  [
    /\b((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,64}?(?:key|token|secret))(["']?\s*[:=]\s*["']?)[^"'\r\n]+/gi,
    `$1$2${redactedMark}`,
  ],
  [/\b(Bearer|Basic|Digest|Token) +[\w.~+/=-]{6,}/gi, `$1 ${redactedMark}`],
  [new RegExp(`([?&#;](?:${names})=)[^&#\\s"'<>]+`, 'gi'), `$1${redactedMark}`],
  [new RegExp(`("(?:${names})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${redactedMark}"`],
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@"']+@/gi, `$1${redactedMark}@`],
]

export function redact(text: string, home: string = homedir()): string {
  const masked = patterns.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text)
  return home.length > 1 ? masked.replaceAll(home, '~') : masked
}

export interface LogFile {
  readonly path: string
  readonly write: Log
  /** A line with a secret for the terminal: masked in the file only. */
  readonly show: Log
  /** Masks secrets in all later lines, in any spelling. */
  hide(mask: (text: string) => string): void
}

interface LogPlace {
  readonly dataDir: string
  /** Also receives each line, masked except for those of `show`. */
  readonly echo: Log
  readonly maxFileBytes?: number
  readonly now?: () => Date
}

// Of one log file; the next begins.
const maxLogBytes = 1_000_000
/** Log files kept besides the newest; the oldest is deleted. */
const maxOlderLogs = 3
/** Of one line of the log, which then ends in "…". */
const maxLogLineChars = 8_000

export function logPath(dataDir: string): string {
  return join(dataDir, 'logs', 'parley.log')
}

export function openLogFile({
  dataDir,
  echo,
  maxFileBytes = maxLogBytes,
  now = () => new Date(),
}: LogPlace): LogFile {
  const path = logPath(dataDir)
  let mask = (text: string) => text
  const append = (line: string) => {
    // Redacted before it is cut, with a margin, so that the cut hides no pattern.
    const redacted = shorten(redact(line.slice(0, 4 * maxLogLineChars)), maxLogLineChars)
    const text = `${now().toISOString()} ${redacted}\n`
    try {
      mkdirSync(dirname(path), privateFolder)
      if (existsSync(path) && statSync(path).size + text.length > maxFileBytes) rotate(path)
      appendFileSync(path, text, privateFile)
    } catch {
      // A full or read-only disk loses only the log.
    }
  }
  return {
    path,
    hide(hidden) {
      mask = hidden
    },
    write(text) {
      const line = mask(text)
      echo(line)
      append(line)
    },
    show(line) {
      echo(line)
      append(mask(line))
    },
  }
}

/** The end of the log, complete lines only. */
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
  for (let age = maxOlderLogs - 1; age >= 0; age--) {
    const from = age === 0 ? path : numbered(path, age)
    if (existsSync(from)) renameSync(from, numbered(path, age + 1))
  }
}

function numbered(path: string, age: number): string {
  return path.replace(/\.log$/, `.${age}.log`)
}
