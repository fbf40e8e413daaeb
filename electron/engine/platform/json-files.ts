// Small files of the engine, replaced whole and atomically. A disk that is full, read-only or gone does not keep the user from
// working: what it refused is held, read back from here, and written as soon as the disk takes it. The record, which lies on
// the same disk, tells the window. What cannot be read is not ours to lose: it is set aside before anything takes its place.

import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { z } from 'zod'
import { parsedJson } from '#shared/json/parse-json.ts'
import { isRefusal } from '../store/problem.ts'
import { codeOf, messageOf } from './errors.ts'
import { replaceFile } from './files.ts'
import { guarded } from './guarded.ts'

type KeptFiles = ReturnType<typeof createJsonFiles>

interface SetAside {
  readonly path: string
  /** What was found, and where it is now. */
  readonly notice: string
}

const reports = new Set<(file: SetAside) => void>()

/** Calls `report` for every file that is set aside in this process; returns what ends that. */
export function onSetAside(report: (file: SetAside) => void): () => void {
  reports.add(report)
  return () => void reports.delete(report)
}

/** The same for what is known of a file in another way. */
export function reportNotice(path: string, notice: string): void {
  for (const report of reports) report({ path, notice })
}

const retryMs = 5_000

/** What is being done with a file of this process, whoever requested it. */
const busy = new Map<string, Promise<void>>()

/** Once nothing in the folder is being written any more. */
export async function allWritten(folder: string): Promise<void> {
  const writing = [...busy].filter(([path]) => path.startsWith(join(folder, sep)))
  if (writing.length === 0) return
  await Promise.all(writing.map(([, done]) => done))
  await allWritten(folder)
}

export function createJsonFiles() {
  /** What is not on disk yet, the newest of each file. */
  const pending = new Map<string, string>()
  /** Could not be read, and could not be moved away yet. */
  const inTheWay = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  /** One thing after the other with each file: they share its draft, and the last one requested holds. */
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
    // Who read it at the same time was first.
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
    // A folder that was taken away meanwhile is not made again.
    if (!existsSync(dirname(dirname(path)))) pending.delete(path)
    else await inTurn(path, () => writeDown(path, text)).catch(() => undefined)
  }

  return {
    /** Undefined where there is none, or none that can be read. */
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
    /** For what was read and makes no sense. */
    setAside,
    /** Settles when the text is on disk, or held because the disk refused it. */
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

/** Undefined where nothing lies there. */
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

// A small JSON file that belongs to the engine: validated when read, replaced whole and atomically when written. A file that
// does not fit its schema is set aside, and a new one begun.

export interface JsonFile<T> {
  value(): T
  /** The new value holds at once; the promise settles when it is on disk, or the disk has refused it for now. */
  write(next: T): Promise<void>
}

export async function openJsonFile<T>(path: string, schema: z.ZodType<T>, initial: T): Promise<JsonFile<T>> {
  const files = createJsonFiles()
  let value: T = await load(files, path, schema, initial)
  return {
    value: () => value,
    write(next) {
      value = next
      return files.write(path, `${JSON.stringify(next, null, 2)}\n`)
    },
  }
}

async function load<T>(files: KeptFiles, path: string, schema: z.ZodType<T>, initial: T): Promise<T> {
  const text = await files.read(path)
  if (text === undefined) return initial
  const stored = schema.safeParse(parsedJson(text))
  if (stored.success) return stored.data
  await files.setAside(path, 'it doesn’t have the expected format')
  return initial
}
