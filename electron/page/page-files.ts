// The built window: a fixed list of files read at the start. No path of a request reaches the file system.

import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

interface PageFile {
  readonly bytes: Uint8Array
  readonly type: string
  /** Its name has a hash of its content. */
  readonly immutable: boolean
}

export type PageFiles = ReadonlyMap<string, PageFile>

export async function readPageFiles(folder: string): Promise<PageFiles> {
  const paths = await filesIn(folder)
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, PageFile]> => {
      const name = `/${relative(folder, path).split(sep).join('/')}`
      const type = types[extname(name)] ?? 'application/octet-stream'
      return [name, { bytes: await readFile(path), type, immutable: name.startsWith('/assets/') }]
    }),
  )
  return new Map(files)
}

/** Folder by folder: inside Electron's archive a recursive listing is not supported. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.map((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
  return (await Promise.all(files)).flat()
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

// The policy of our pages: no script, style, font, frame or connection of other origins. Monaco writes its themes into
// style elements, so styles alone may be inline.

function contentSecurityPolicy(socketOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src ${["'self'", ...socketOrigins].join(' ')}`,
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function pageHeaders(socketOrigins: readonly string[]): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(socketOrigins),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
}
