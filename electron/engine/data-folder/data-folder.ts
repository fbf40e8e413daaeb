// Owning the data directory. Whoever writes there owns it first, and one process owns it at a time: the lock is the system's, held on a
// file that stays, so a process that is killed leaves nothing stale. Where that file was deleted beneath its owner, the record still is
// locked, and that counts, too. Without owning it nothing in it may be changed; its `running.json`
// may be read, to ask the owner (electron/serve/hand-over.ts).

import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onSetAside } from '../kept-files.ts'
import { isRecordLocked } from '../store/open-database.ts'
import { isDamage, isInUse } from '../store/problem.ts'
import { isParleys } from './note.ts'
import { closeToOthers, createPrivately, privateFolder, withoutOthers } from './private-files.ts'

export interface DataFolder {
  readonly path: string
  /** What other users of this machine may still be able to read, where the system refuses to change that. */
  readonly openToOthers: readonly string[]
  /** What a user should know of the files found here, as sentences. */
  notices(): readonly string[]
  /** Another process may own it now. */
  release(): void
}

/** Undefined where another process owns it, also after waiting for so long. */
export function ownDataFolder(path: string, waitMs = 0): DataFolder | undefined {
  try {
    mkdirSync(path, privateFolder)
  } catch {
    // The record tells what is wrong with the place.
  }
  const lock = takeLock(join(path, 'owner.lock'), waitMs)
  if (lock === 'taken') return undefined
  if (isRecordLocked(path, waitMs)) {
    lock?.close()
    return undefined
  }
  const notices: string[] = []
  const stopNoticing = onSetAside((file) => {
    if (!relative(path, file.path).startsWith('..')) notices.push(file.notice)
  })
  return {
    path,
    openToOthers: makePrivate(path),
    notices: () => notices,
    release() {
      stopNoticing()
      if (lock?.isOpen) lock.close()
    },
  }
}

/** Undefined where nothing can be locked: nothing can be written there, or its file system has no locks. */
function takeLock(path: string, waitMs: number): DatabaseSync | 'taken' | undefined {
  try {
    return lockedFile(path, waitMs)
  } catch (error) {
    if (isInUse(error)) return 'taken'
    if (!isDamage(error) || !isRemoved(path)) return undefined
    // What lay there was no database, so nobody had locked it as one.
    return takeLock(path, waitMs)
  }
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path)
    return true
  } catch {
    return false
  }
}

function lockedFile(path: string, waitMs: number): DatabaseSync {
  createPrivately(path)
  const lock = new DatabaseSync(path, { timeout: waitMs })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

function makePrivate(path: string): readonly string[] {
  if (process.platform === 'win32') return []
  try {
    const { mode } = statSync(path)
    // A folder for everyone, as /tmp is, stays so: the system needs it.
    const isEveryones = (mode & 0o1000) !== 0
    const closed = !isEveryones && withoutOthers(path, mode)
    const within = readdirSync(path)
      .filter(isParleys)
      .flatMap((name) => closeToOthers(join(path, name)))
    return closed ? within : [path, ...within]
  } catch {
    return []
  }
}
