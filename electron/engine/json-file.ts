// A small JSON file that belongs to the engine: validated when read, replaced whole and atomically when written. A file that
// does not fit its schema is set aside, and a new one begun.

import type { z } from 'zod'
import { parsedJson } from '#shared/json/parsed-json.ts'
import { createKeptFiles, type KeptFiles } from './kept-files.ts'

export interface JsonFile<T> {
  value(): T
  /** The new value holds at once; the promise settles when it is on disk, or the disk has refused it for now. */
  write(next: T): Promise<void>
}

export async function openJsonFile<T>(path: string, schema: z.ZodType<T>, initial: T): Promise<JsonFile<T>> {
  const files = createKeptFiles()
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
