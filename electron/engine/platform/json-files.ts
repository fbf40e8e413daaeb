// Small files of the engine, replaced atomically. A full, read-only or missing disk does not stop the user: refused
// text is cached, read back from here, and written as soon as possible. The record, on the same disk, informs the
// window. An unreadable file is moved aside, not overwritten.

import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { z } from 'zod'
import { messageOf } from '#shared/errors.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import { isRefusal } from '../store/problem.ts'
import { codeOf } from './errors.ts'
import { replaceFile } from './files.ts'
import { guarded } from './guarded.ts'

interface SetAside {
  readonly path: string
  /** What was wrong, and where the file is now. */
  readonly notice: string
}

const reports = new Set<(file: SetAside) => void>()

/** Calls `report` for every file moved aside in this process; returns a function that unsubscribes. */
export function onSetAside(report: (file: SetAside) => void): () => void {
  reports.add(report)
  return () => void reports.delete(report)
}

/** Reports another notice about a file. */
export function reportNotice(path: string, notice: string): void {
  for (const report of reports) report({ path, notice })
}

const retryMs = 5_000

const busy = new Map<string, Promise<void>>()

/** Resolves when nothing in the folder is being written. */
export async function allWritten(folder: string): Promise<void> {
  const writing = [...busy].filter(([path]) => path.startsWith(join(folder, sep)))
  if (writing.length === 0) return
  await Promise.all(writing.map(([, done]) => done))
  await allWritten(folder)
}

export function createJsonFiles() {
  /** Text not on disk yet, the newest of each file. */
  const pending = new Map<string, string>()
  /** Unreadable files that could not be moved yet. */
  const inTheWay = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  /** Runs work on a file in sequence: it shares one draft, and the last write wins. */
  const inTurn = (path: string, act: () => Promise<void>): Promise<void> => {
    const turn = (busy.get(path) ?? Promise.resolve()).then(act)
    const done = turn
      .catch(() => undefined)
      .then(() => {
        if (busy.get(path) === done) busy.delete(path)
      })
    busy.set(path, done)
    return turn
  }
  const writeDown = async (path: string, text: string): Promise<void> => {
    try {
      if (inTheWay.has(path)) await moveAway(path)
      if (inTheWay.has(path)) return retryLater()
      await replaceFile(path, text)
    } catch (error) {
      if (isRefusal(error)) return retryLater()
      if (pending.get(path) === text) pending.delete(path)
      throw error
    }
    if (pending.get(path) === text) pending.delete(path)
  }
  const moveAway = async (path: string): Promise<string | undefined> => {
    const to = `${path}.unreadable-${Date.now()}`
    try {
      await rename(path, to)
      inTheWay.delete(path)
      return to
    } catch (error) {
      if (unreadable(error) === undefined) inTheWay.delete(path)
      return undefined
    }
  }
  const setAside = async (path: string, why: string): Promise<void> => {
    inTheWay.add(path)
    const to = await moveAway(path)
    // Another reader has reported it.
    if (to === undefined && !inTheWay.has(path)) return
    const stored =
      to === undefined
        ? 'It was left in place; what is set now is kept in memory only and is lost when Parley quits.'
        : `It was kept as ${basename(to)}, and Parley started without it.`
    reportNotice(path, `Couldn’t read ${path}: ${why}. ${stored}`)
  }
  const retryLater = () => {
    if (timer !== undefined) return
    const retryAll = async () => {
      timer = undefined
      await Promise.all([...pending].map(([path, text]) => retry(path, text)))
    }
    timer = setTimeout(
      guarded('files retry', retryAll, () => {
        timer = undefined
        retryLater()
      }),
      retryMs,
    )
    timer.unref()
  }
  const retry = async (path: string, text: string): Promise<void> => {
    // A folder that was deleted is not created again.
    if (!existsSync(dirname(dirname(path)))) pending.delete(path)
    else await inTurn(path, () => writeDown(path, text)).catch(() => undefined)
  }

  return {
    /** Undefined if it is missing or unreadable. */
    async read(path: string): Promise<string | undefined> {
      const draft = pending.get(path)
      if (draft !== undefined) return draft
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        const why = unreadable(error)
        if (why !== undefined) await setAside(path, why)
        return undefined
      }
    },
    /** For text that is invalid. */
    setAside,
    /** Settles when the text is on disk, or cached because the disk refused it. */
    write(path: string, text: string): Promise<void> {
      pending.set(path, text)
      return inTurn(path, () => writeDown(path, text))
    },
    remove(path: string): Promise<void> {
      pending.delete(path)
      return inTurn(path, () => rm(path, { force: true }))
    },
  }
}

/** Undefined if the file is missing. */
function unreadable(error: unknown): string | undefined {
  const code = codeOf(error)
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return undefined
    case 'EISDIR':
      return 'it’s a folder'
    case 'EACCES':
    case 'EPERM':
      return 'permission denied'
    default:
      return messageOf(error)
  }
}

// A small JSON file of the engine: validated on read, replaced atomically on write, moved aside if it is invalid.

export interface JsonFile<T> {
  value(): T
  /** The new value applies at once; the promise settles when it is on disk, or cached because the disk refused it. */
  write(next: T): Promise<void>
}

export async function openJsonFile<T>(path: string, schema: z.ZodType<T>, initial: T): Promise<JsonFile<T>> {
  const files = createJsonFiles()
  const text = await files.read(path)
  const stored = text === undefined ? undefined : schema.safeParse(parsedJson(text))
  if (stored?.success === false) await files.setAside(path, 'it doesn’t have the expected format')
  let value = stored?.success ? stored.data : initial
  return {
    value: () => value,
    write(next) {
      value = next
      return files.write(path, `${JSON.stringify(next, null, 2)}\n`)
    },
  }
}

/** In place of a file: nothing is read or written. */
export function unkeptFile<T>(value: T): JsonFile<T> {
  return { value: () => value, write: async () => undefined }
}
