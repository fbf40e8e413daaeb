// What is too large for an answer: a file in the data folder, for this user alone, whose path the coding agent is given.

import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFile, privateFolder } from '#engine/data-folder/private-files.ts'

/** Files handed to coding agents; the oldest is deleted. */
const maxHandedFiles = 200

export interface OwnFiles {
  readonly folder: string
  /** The path; a file that is there already stays. */
  keep(name: string, bytes: string | Uint8Array): Promise<string>
  /** The same in pieces; replaces what is there. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<string>
}

export function openOwnFiles(dataDir: string): OwnFiles {
  const folder = join(dataDir, 'mcp')
  const place = (name: string) => {
    mkdirSync(folder, privateFolder)
    dropOldest(folder)
    return join(folder, safeName(name))
  }
  return {
    folder,
    async keep(name, bytes) {
      const path = place(name)
      if (!existsSync(path)) await writeFile(path, bytes, privateFile)
      return path
    },
    async write(name, pieces) {
      const path = place(name)
      rmSync(path, { force: true })
      for await (const piece of pieces) await appendFile(path, piece, privateFile)
      return path
    },
  }
}

function dropOldest(folder: string): void {
  const paths = readdirSync(folder).map((name) => join(folder, name))
  if (paths.length < maxHandedFiles) return
  const oldest = paths.toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
  for (const path of oldest.slice(0, paths.length - maxHandedFiles + 1)) rmSync(path, { force: true })
}

/** A name may have an agent's words in it. */
function safeName(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '')
}
