// A small JSON file that belongs to the engine: validated when read, replaced whole and atomically when written. A file that
// does not fit its schema is not ours to repair and not ours to lose: it is set aside, and a new one begun.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'

export interface JsonFile<T> {
  value(): T
  /** The new value holds at once; the promise settles when it is on disk. */
  write(next: T): Promise<void>
}

export async function openJsonFile<T>(path: string, schema: z.ZodType<T>, initial: T): Promise<JsonFile<T>> {
  let value: T = await load(path, schema, initial)
  let writing: Promise<void> = Promise.resolve()
  return {
    value: () => value,
    write(next) {
      value = next
      writing = writing.catch(() => undefined).then(() => replace(path, next))
      return writing
    },
  }
}

async function load<T>(path: string, schema: z.ZodType<T>, initial: T): Promise<T> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    return initial
  }
  const stored = schema.safeParse(parseJson(text))
  if (stored.success) return stored.data
  await rename(path, `${path}.unreadable-${Date.now()}`).catch(() => undefined)
  return initial
}

async function replace(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.new`
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`)
  await rename(draft, path)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
