// Opens the record's file, or reports why not. A file of a newer layout is left untouched; a damaged one, or one from before 0.1.0, is
// renamed and a new one begun; where nothing can be written the caller goes on in memory.

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPrivately, privateFolder } from '../data-folder/private-files.ts'
import { reportNotice } from '../platform/json-files.ts'
import { applicationId, migrate, readVersion, schemaVersion, unreleasedApplicationId } from './migrations.ts'
import { foreignFile, isDamage, isInUse, newerFile, type RecordProblem, recordProblemOf } from './problem.ts'

export const recordFileName = 'record.sqlite'

export interface RecordPlace {
  readonly dataDir: string
  /** Beyond this the record counts as a full disk. */
  readonly maxFileBytes?: number
}

type Opened =
  | { readonly kind: 'open'; readonly database: DatabaseSync }
  | { readonly kind: 'refused'; readonly problem: RecordProblem }

export function openDatabase({ dataDir, maxFileBytes }: RecordPlace): Opened {
  const path = join(dataDir, recordFileName)
  try {
    mkdirSync(dataDir, privateFolder)
    return attempt(path, maxFileBytes)
  } catch (error) {
    if (!isDamage(error)) return { kind: 'refused', problem: recordProblemOf(lockOf(dataDir) ?? error, path) }
    return replaceRecord(path, 'damaged', maxFileBytes)
  }
}

/** By an engine, which holds it alone for as long as it is open; waits for so long. */
export function isRecordLocked(dataDir: string, waitMs: number): boolean {
  try {
    const database = new DatabaseSync(join(dataDir, recordFileName), { readOnly: true, timeout: waitMs })
    try {
      database.exec('PRAGMA user_version')
    } finally {
      database.close()
    }
    return false
  } catch (error) {
    return isInUse(error)
  }
}

/** SQLite only reports that it cannot open the file; the folder tells why. */
function lockOf(dataDir: string): unknown {
  try {
    if (existsSync(dataDir)) accessSync(dataDir, constants.W_OK)
    return undefined
  } catch (error) {
    return error
  }
}

export function openMemory(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  migrate(database, 0)
  return database
}

// For another process to release the file.
const maxDatabaseWaitMs = 500

function attempt(path: string, maxFileBytes: number | undefined): Opened {
  const header = readHeader(path)
  if (header?.id === unreleasedApplicationId) return replaceRecord(path, 'unreleased', maxFileBytes)
  if (header?.id === applicationId && header.version > schemaVersion)
    return { kind: 'refused', problem: newerFile(path, header.version, schemaVersion) }
  createPrivately(path)
  const database = new DatabaseSync(path, { timeout: maxDatabaseWaitMs })
  try {
    configure(database)
    if (maxFileBytes !== undefined) {
      database.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxFileBytes / pageBytes))}`)
    }
    const { version, id, empty } = readVersion(database)
    // Of a process that was killed, the mark may be in the write-ahead log alone.
    if (id === unreleasedApplicationId) {
      database.close()
      return replaceRecord(path, 'unreleased', maxFileBytes)
    }
    if (!empty && id !== applicationId) {
      database.close()
      return { kind: 'refused', problem: foreignFile(path) }
    }
    migrate(database, version)
    checkReadable(database)
    return { kind: 'open', database }
  } catch (error) {
    if (database.isOpen) database.close()
    throw error
  }
}

/** Straight from the file: to open a file of another layout would already change its write-ahead log. */
function readHeader(path: string): { readonly version: number; readonly id: number } | undefined {
  if (!existsSync(path)) return undefined
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    const isWhole = readSync(file, header, 0, 100, 0) === 100
    if (!isWhole || header.toString('latin1', 0, 15) !== 'SQLite format 3') return undefined
    return { version: header.readUInt32BE(60), id: header.readUInt32BE(68) }
  } finally {
    closeSync(file)
  }
}

const pageBytes = 4096

function configure(database: DatabaseSync): void {
  // One engine a data directory: a second one is told so at once instead of giving out the same sequence numbers.
  // NORMAL keeps every committed entry through a killed process; only a power cut can take the last moments.
  database.exec(`
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = 1000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY;
    PRAGMA secure_delete = FAST;
  `)
  database.exec('BEGIN IMMEDIATE; COMMIT')
}

/** Reads the ends of every tree: a full check would take longer than a million entries may take to open. */
function checkReadable(database: DatabaseSync): void {
  database.prepare('SELECT value FROM counter').all()
  database.prepare('SELECT * FROM session').all()
  database.prepare('SELECT * FROM entry ORDER BY seq DESC LIMIT 20').all()
  database.prepare('SELECT * FROM entry ORDER BY seq LIMIT 20').all()
}

const replaced = {
  damaged: {
    suffix: 'damaged',
    notice: (path: string) => `A damaged record was found and set aside as ${path}; a new one was begun.`,
  },
  unreleased: {
    suffix: 'before-0.1.0',
    notice: (path: string) =>
      `Parley can’t read recordings made before version 0.1.0. They were kept as ${path}, and a new record was begun.`,
  },
}

/** Renames the file that is there, and begins a new one. */
function replaceRecord(path: string, why: keyof typeof replaced, maxFileBytes: number | undefined): Opened {
  const { suffix, notice } = replaced[why]
  try {
    const setAside = freeName(`${path}.${suffix}`)
    for (const part of ['', '-wal', '-shm']) {
      if (existsSync(path + part)) renameSync(path + part, setAside + part)
    }
    reportNotice(path, notice(setAside))
    return attempt(path, maxFileBytes)
  } catch (error) {
    return { kind: 'refused', problem: recordProblemOf(error, path) }
  }
}

function freeName(path: string): string {
  for (let n = 1; ; n += 1) {
    const name = `${path}-${n}`
    if (!existsSync(name)) return name
  }
}
