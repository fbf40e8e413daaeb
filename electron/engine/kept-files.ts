// Small files of the engine, replaced whole and atomically. A disk that is full, read-only or gone does not keep the user from
// working: what it refused is held, read back from here, and written as soon as the disk takes it. The record, which lies on
// the same disk, tells the window.

import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { guarded } from './guarded.ts'
import { replaceFile } from './replace-file.ts'
import { isRefusal } from './store/problem.ts'

export interface KeptFiles {
  read(path: string): Promise<string | undefined>
  /** Settles when the text is on disk, or held because the disk refused it. */
  write(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
}

const retryMs = 5_000

export function createKeptFiles(): KeptFiles {
  /** What is not on disk yet, the newest of each file. */
  const held = new Map<string, string>()
  const busy = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  /** One thing after the other with each file: they share its draft, and the last one asked for holds. */
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
      await replaceFile(path, text)
    } catch (error) {
      if (isRefusal(error)) return retryLater()
      if (held.get(path) === text) held.delete(path)
      throw error
    }
    if (held.get(path) === text) held.delete(path)
  }
  const retryLater = () => {
    if (timer !== undefined) return
    const retryAll = async () => {
      timer = undefined
      await Promise.all([...held].map(([path, text]) => retry(path, text)))
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
    if (!existsSync(dirname(dirname(path)))) held.delete(path)
    else await inTurn(path, () => writeDown(path, text)).catch(() => undefined)
  }

  return {
    async read(path) {
      return held.get(path) ?? readFile(path, 'utf8').catch(() => undefined)
    },
    write(path, text) {
      held.set(path, text)
      return inTurn(path, () => writeDown(path, text))
    },
    remove(path) {
      held.delete(path)
      return inTurn(path, () => rm(path, { force: true }))
    },
  }
}
