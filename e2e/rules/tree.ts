// Input of the rules of lint: each file of the project, read once, or a few planted files in their tests.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export interface Tree {
  /** Of every file of the project, with `/` on any system. */
  readonly paths: readonly string[]
  readonly read: (path: string) => string
  readonly parse: (path: string) => Parsed
  /** Whether there is such a file or folder. */
  readonly has: (path: string) => boolean
}

interface Parsed {
  readonly text: string
  readonly program: ReturnType<typeof parseSync>['program']
  readonly comments: ReturnType<typeof parseSync>['comments']
}

export interface Finding {
  readonly path: string
  readonly line: number
  /** What is wrong, and what to do. */
  readonly sentence: string
}

export type Rule = (tree: Tree) => readonly Finding[]

export const root = join(import.meta.dirname, '..', '..')

export function projectTree(): Tree {
  return treeOf(filesBelow('').toSorted(), (path) =>
    readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n'),
  )
}

/** Independent of Git, which an unpacked archive lacks. */
const notOurs = /^(?:\.git|node_modules|out|coverage|test-results|playwright-report)$|\.log$/

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.test(entry.name)) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

export function plantedTree(files: Readonly<Record<string, string>>): Tree {
  return treeOf(Object.keys(files), (path) => files[path] ?? '')
}

export function findingAt(path: string, text: string, index: number, sentence: string): Finding {
  return { path, line: text.slice(0, Math.max(index, 0)).split('\n').length, sentence }
}

/** Compiled into the app: neither tests nor code shared by tests. */
export function isProduct(path: string): boolean {
  return /^(electron|shared|renderer)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)
}

function treeOf(paths: readonly string[], readFile: (path: string) => string): Tree {
  const texts = new Map<string, string>()
  const read = (path: string) => {
    const text = texts.get(path) ?? readFile(path)
    texts.set(path, text)
    return text
  }
  const folders = new Set(paths.flatMap(foldersOf))
  const files = new Set(paths)
  return {
    paths,
    read,
    parse: (path) => {
      const text = read(path)
      const { program, comments } = parseSync(path, text)
      return { text, program, comments }
    },
    has: (path) => files.has(path) || folders.has(path.replace(/\/$/, '')),
  }
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, place) => names.slice(0, place + 1).join('/'))
}
