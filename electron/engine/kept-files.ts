// Small files of the engine, replaced whole and atomically. A disk that is full, read-only or gone does not keep the user from
// working: what it refused is held, read back from here, and written as soon as the disk takes it. The record, which lies on
// the same disk, tells the window.

import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isRefusal } from './session/problem.ts'

export interface KeptFiles {
  read(path: string): Promise<string | undefined>
  /** Settles when the text is on disk, or held because the disk refused it. */
  write(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
}

const retryMs = 5_000

export function createKeptFiles(): KeptFiles {
  const held = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined

  const retryLater = () => {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void retry()
    }, retryMs)
    timer.unref()
  }
  const retry = async () => {
    for (const [path, text] of held) {
      // A folder that was taken away meanwhile is not made again.
      if (!existsSync(dirname(dirname(path)))) held.delete(path)
      else await write(path, text).catch(() => held.delete(path))
    }
  }
  const write = async (path: string, text: string): Promise<void> => {
    try {
      await replace(path, text)
      if (held.get(path) === text) held.delete(path)
    } catch (error) {
      if (!isRefusal(error)) throw error
      held.set(path, text)
      retryLater()
    }
  }

  return {
    async read(path) {
      return held.get(path) ?? readFile(path, 'utf8').catch(() => undefined)
    },
    async write(path, text) {
      held.delete(path)
      await write(path, text)
    },
    async remove(path) {
      held.delete(path)
      await rm(path, { force: true })
    },
  }
}

async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.new`
  await writeFile(draft, text)
  await rename(draft, path)
}
