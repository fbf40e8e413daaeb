// The built window, as a fixed list of files read once at start. A request names an entry of the list or nothing: no path
// of a request ever reaches the file system.

import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export interface PageFile {
  readonly bytes: Uint8Array
  readonly type: string
  /** Its name carries a hash of its content. */
  readonly immutable: boolean
}

export type PageFiles = ReadonlyMap<string, PageFile>

export async function readPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry): Promise<[string, PageFile]> => {
        const path = join(entry.parentPath, entry.name)
        const name = `/${relative(folder, path).split(sep).join('/')}`
        const type = types[extname(name)] ?? 'application/octet-stream'
        return [name, { bytes: await readFile(path), type, immutable: name.startsWith('/assets/') }]
      }),
  )
  return new Map(files)
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}
