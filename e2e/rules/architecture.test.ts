// The map fits the land: what docs/ARCHITECTURE.md and the decisions name is there, and they stay short.

import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/ARCHITECTURE.md')
const named = /[\w.-]+(?:\/|\.tsx?\b)/g

/** Each path the drawn tree names, below the folder it is drawn in or the first of its own line. */
function drawn(): readonly { readonly token: string; readonly places: readonly string[] }[] {
  const tree = /```\n([^`]*)```/.exec(page)?.[1] ?? ''
  const open: string[] = []
  return tree.split('\n').flatMap((line) => {
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2
    open.length = depth
    const parent = open.join('')
    const [first = '', ...rest] = line.match(named) ?? []
    if (first === '') return []
    open.push(first)
    return [
      { token: first, places: [`${parent}${first}`] },
      ...rest.map((token) => ({
        token,
        places: [`${parent}${token}`, `${parent}${first}${token}`, `${parent}${first}chat/${token}`],
      })),
    ]
  })
}

describe('docs/ARCHITECTURE.md', () => {
  test('is one sitting’s reading', () => {
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })

  test('draws only what is there', () => {
    const missing = drawn().filter(
      ({ token, places }) => token !== 'index.ts' && !places.some((place) => existsSync(join(root, place))),
    )
    expect(missing).toEqual([])
  })

  test.each(['electron', 'electron/engine', 'renderer', 'shared', 'e2e'])(
    'draws every folder of %s',
    (folder) => {
      const found = new Set(drawn().flatMap(({ places }) => places))
      const folders = readdirSync(join(root, folder), { withFileTypes: true }).filter((each) =>
        each.isDirectory(),
      )
      expect(folders.map(({ name }) => `${folder}/${name}/`).filter((path) => !found.has(path))).toEqual([])
    },
  )
})

describe('docs/decisions', () => {
  const files = readdirSync(join(root, 'docs', 'decisions')).filter((name) => /^\d/.test(name))
  const records = files.map((name) => {
    const text = read(`docs/decisions/${name}`)
    const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
    return { name, text, number, title, date: /^\d{4}-\d\d-\d\d$/m.exec(text)?.[0] ?? '' }
  })

  test('each has its number, a title, a date, what and why, in 20 lines', () => {
    const wrong = records.filter(
      ({ name, text, number, title, date }) =>
        Number.parseInt(name, 10) !== Number(number) ||
        title === '' ||
        date === '' ||
        !/^\*\*What\.\*\* /m.test(text) ||
        !/^\*\*Why\.\*\* /m.test(text) ||
        text.trimEnd().split('\n').length > 20,
    )
    expect(wrong).toEqual([])
    expect(new Set(records.map(({ number }) => number)).size).toBe(records.length)
  })

  test('are listed in their README', () => {
    const list = read('docs/decisions/README.md').match(/^\d+\. .+$/gm)
    expect(list).toEqual(
      records.map(({ number, date, title, name }) => `${number}. ${date} [${title}](${name})`),
    )
  })
})

const papers = globSync('{*.md,docs/**/*.md,e2e/**/README.md}', { cwd: root }).filter(
  (path) => !path.includes('node_modules'),
)

test('every page links to what is there', () => {
  const links = papers.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(([, to = '']) => ({
      path,
      to,
    })),
  )
  expect(links.filter(({ path, to }) => !existsSync(join(root, dirname(path), to)))).toEqual([])
})

test('the map, the decisions and CONTRIBUTING.md name files that are there', () => {
  const folders = '{bin,bench,docs,e2e,electron,packaging,renderer,resources,shared}'
  const tracked = globSync(`${folders}/**/*.{ts,tsx,md}`, { cwd: root })
  const pages = papers.filter((path) => /ARCHITECTURE|CONTRIBUTING|decisions/.test(path))
  const files = pages.flatMap((path) =>
    [...read(path).matchAll(/`([\w/.-]+\/[\w.-]+\.(?:tsx?|md))`/g)].map(([, file = '']) => ({ path, file })),
  )
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter(({ file }) => !tracked.some((each) => `/${each}`.endsWith(`/${file}`)))).toEqual([])
})
