// Owns the data directory: one process at a time. The lock is the system's, on a file that stays, so a killed process
// leaves nothing stale. If that file was deleted while locked, the lock of the record counts. Only the owner may change
// anything in the directory; others may read `running.json` to reach it (electron/serve/hand-over.ts).

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onSetAside } from '../platform/json-files.ts'
import { isRecordLocked } from '../store/open-database.ts'
import { isDamage, isInUse } from '../store/problem.ts'
import { closeToOthers, createPrivately, privateFile, privateFolder, withoutOthers } from './private-files.ts'

// A note in the data directory explains its files, as it outlives the app.

const noteName = 'ABOUT THIS FOLDER.txt'

const contents = [
  ['record.sqlite', 'what crossed the wire, secrets masked'],
  ['imported/', 'sessions you brought in from files'],
  ['agents.json', 'the agents you pointed Parley at'],
  ['cards/', 'their cards, as they were last read or pasted'],
  ['access.json', 'which credentials are for whom'],
  ['secrets.json', 'on the desktop, the credentials themselves; your system’s vault has the key'],
  ['receiver.json', 'where agents are to call back, and how those calls are checked'],
  ['chat.json', 'what you began to write, and what you called conversations'],
  ['removals.json', 'what you removed and could still undo'],
  ['preferences.json', 'how the window looked'],
  ['muted-rules.json', 'which rules are muted for which agent'],
  ['window.json', 'where the window was'],
  ['updates.json', 'whether Parley may look for a newer one'],
  ['browsers.json', 'which browsers the served window lets in'],
  ['served.json', 'the port that a browser finds Parley on again'],
  ['running.json', 'while Parley runs in a browser, how a second start finds it'],
  ['attach.json', 'while a window is open, how a coding agent attaches to it'],
  ['owner.lock', 'locked while Parley runs, so that no second one writes here'],
  ['logs/', 'what Parley said of itself'],
  ['transfers/', 'files on their way in or out; emptied at each start'],
  ['mcp/', 'bodies, reports and sessions that a coding agent asked for'],
  ['replays/', 'sessions being replayed; emptied at each start'],
] as const

const text = `This folder is Parley's, an inspector for A2A agents.

${contents.map(([name, what]) => `${name.padEnd(18)} ${what}`).join('\n')}

A name that continues with ".unreadable", ".damaged" or ".before-0.1.0" is a file Parley couldn’t read, kept as it was found.

Uninstalling Parley leaves this folder where it is: the recordings are yours. Delete it if you want them gone.
`

const names = [noteName, ...contents.map(([name]) => name.replace(/\/$/, ''))]

/** The user may have chosen a folder with other files in it. */
function isParleys(name: string): boolean {
  return names.some((own) => name === own || name.startsWith(`${own}.`) || name.startsWith(`${own}-`))
}

export function leaveNote(dataDir: string): void {
  const path = join(dataDir, noteName)
  try {
    if (readNote(path) !== text) writeFileSync(path, text, privateFile)
  } catch {
    // The folder is read-only.
  }
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

export interface DataFolder {
  readonly path: string
  /** Paths that other users may still read, as the system refused to change that. */
  readonly openToOthers: readonly string[]
  /** Sentences for the user about these files. */
  notices(): readonly string[]
  /** Another process may own it afterwards. */
  release(): void
}

/** Undefined if another process owns it, also after `waitMs`. */
export function ownDataFolder(path: string, waitMs = 0): DataFolder | undefined {
  try {
    mkdirSync(path, privateFolder)
  } catch {
    // The record reports the problem of the folder.
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

/** Undefined if nothing can be locked: the folder is read-only, or its file system has no locks. */
function takeLock(path: string, waitMs: number): DatabaseSync | 'taken' | undefined {
  try {
    return lockedFile(path, waitMs)
  } catch (error) {
    if (isInUse(error)) return 'taken'
    if (!isDamage(error) || !isRemoved(path)) return undefined
    // The file was no database, so nothing had locked it as one.
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
    // A folder for everyone, such as /tmp, stays as it is.
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
