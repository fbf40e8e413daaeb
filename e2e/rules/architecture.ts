// Everything that docs/ARCHITECTURE.md, the decisions and our other pages name exists, and the pages stay short.

import { posix } from 'node:path'
import { type Finding, findingAt, type Tree } from './tree.ts'

const map = 'docs/ARCHITECTURE.md'
const mapLines = 140
const decisions = 'docs/decisions/'
const decisionLines = 60
const decisionPages = 22
const decisionHeadings = ['Decided', 'Why', 'Measured', 'What would change our mind']
const drawnWhole = ['electron', 'electron/engine', 'renderer', 'shared', 'e2e']

export function checkArchitecture(tree: Tree): readonly Finding[] {
  return [...checkMap(tree), ...checkDecisions(tree), ...checkLinks(tree), ...checkNamedFiles(tree)]
}

function checkMap(tree: Tree): readonly Finding[] {
  const page = tree.read(map)
  const lines = page.trimEnd().split('\n').length
  const drawn = drawnPaths(page)
  const missing = drawn.filter(({ token, places }) => token !== 'index.ts' && !places.some(tree.has))
  const places = new Set(drawn.flatMap((each) => each.places))
  const undrawn = drawnWhole
    .flatMap((folder) => foldersIn(tree, folder))
    .filter((path) => !places.has(`${path}/`))
  return [
    ...(lines > mapLines ? [{ path: map, line: lines, sentence: `has more than ${mapLines} lines` }] : []),
    ...missing.map(({ token, index }) => findingAt(map, page, index, `draws ${token}, which is not there`)),
    ...undrawn.map((path) => ({ path: map, line: 1, sentence: `does not draw the folder ${path}/` })),
  ]
}

const namedPath = /[\w.-]+(?:\/|\.tsx?\b)/g

/** Each path in the drawn tree, below its folder or the first one of its own line. */
function drawnPaths(
  page: string,
): readonly { readonly token: string; readonly index: number; readonly places: readonly string[] }[] {
  const block = /```\n([^`]*)```/.exec(page)
  const open: string[] = []
  let index = (block?.index ?? 0) + '```\n'.length
  return (block?.[1] ?? '').split('\n').flatMap((line) => {
    const start = index
    index += line.length + 1
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2
    open.length = depth
    const parent = open.join('')
    const [first = '', ...rest] = line.match(namedPath) ?? []
    if (first === '') return []
    open.push(first)
    return [
      { token: first, index: start, places: [`${parent}${first}`] },
      ...rest.map((token) => ({
        token,
        index: start,
        places: [`${parent}${token}`, `${parent}${first}${token}`],
      })),
    ]
  })
}

function foldersIn({ paths }: Tree, folder: string): readonly string[] {
  const below = paths.filter((path) => path.startsWith(`${folder}/`))
  const names = below.map((path) => path.slice(folder.length + 1).split('/'))
  return [...new Set(names.filter((each) => each.length > 1).map(([name]) => `${folder}/${name}`))]
}

/** A page a subject, in one form; the README lists each once. */
function checkDecisions(tree: Tree): readonly Finding[] {
  const readme = `${decisions}README.md`
  const paths = tree.paths.filter((path) => path.startsWith(decisions) && path !== readme)
  const pages = paths.map((path) => ({ path, name: posix.basename(path), text: tree.read(path) }))
  const wrong = pages.filter((page) => !isDecision(page))
  const listed = [...(tree.has(readme) ? tree.read(readme) : '').matchAll(/^- \[(.+)\]\((.+)\)$/gm)]
  const lines = listed.map(([line]) => line)
  const expected = pages.map(({ name, text }) => `- [${titleOf(text)}](${name})`)
  return [
    ...wrong.map(({ path }) => ({ path, line: 1, sentence: decisionForm })),
    ...(pages.length > decisionPages
      ? [{ path: readme, line: 1, sentence: `there are more than ${decisionPages} decisions: join two` }]
      : []),
    ...expected
      .filter((line) => lines.filter((each) => each === line).length !== 1)
      .map((line) => ({ path: readme, line: 1, sentence: `must list “${line}” once` })),
    ...lines
      .filter((line) => !expected.includes(line))
      .map((line) => ({ path: readme, line: 1, sentence: `lists “${line}”, which is no decision` })),
  ]
}

const decisionForm = `a decision has a name of words, a title, its dates and the headings ${decisionHeadings.join(', ')}, in ${decisionLines} lines`

function isDecision({ name, text }: { readonly name: string; readonly text: string }): boolean {
  const [head = '', ...parts] = text.trimEnd().split('\n## ')
  const sections = parts.map((part) => {
    const [heading, ...lines] = part.split('\n')
    return { heading, isEmpty: lines.join('').trim() === '' }
  })
  return (
    /^[a-z]+(?:-[a-z]+)*\.md$/.test(name) &&
    /^# .+\n\n\d{4}-\d\d-\d\d(?:, \d{4}-\d\d-\d\d)*\n$/.test(head) &&
    sections.map(({ heading }) => heading).join('\n') === decisionHeadings.join('\n') &&
    !sections.some(({ isEmpty }) => isEmpty) &&
    text.trimEnd().split('\n').length <= decisionLines
  )
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? ''
}

function ourPages({ paths }: Tree): readonly string[] {
  return paths.filter((path) => /^[^/]+\.md$|^docs\/.*\.md$|^e2e\/(?:.*\/)?README\.md$/.test(path))
}

function checkLinks(tree: Tree): readonly Finding[] {
  return ourPages(tree).flatMap((path) => {
    const text = tree.read(path)
    return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
      .map(({ 1: to = '', index }) => ({ to: posix.join(posix.dirname(path), to), index }))
      .filter(({ to }) => !tree.has(to))
      .map(({ to, index }) => findingAt(path, text, index, `links to ${to}, which is not there`))
  })
}

/** `folder/file.ts` is the end of a path of ours; `.folder/file.md` is someone else's. */
function checkNamedFiles(tree: Tree): readonly Finding[] {
  const endings = new Set(tree.paths.filter((path) => /\.(?:tsx?|md)$/.test(path)).flatMap(endingsOf))
  return ourPages(tree).flatMap((path) => {
    const text = tree.read(path)
    return [...text.matchAll(/`(\w[\w/.-]*\/[\w.-]+\.(?:tsx?|md))`/g)]
      .filter(([, file = '']) => !endings.has(file))
      .map(({ 1: file, index }) => findingAt(path, text, index, `names ${file}, which is not there`))
  })
}

function endingsOf(path: string): readonly string[] {
  const names = path.split('/')
  return names.map((_, place) => names.slice(place).join('/'))
}
