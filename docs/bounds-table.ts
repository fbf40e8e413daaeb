// docs/BOUNDS.md, made from the bounds themselves so that it cannot fall behind: every `const max…` at the top of a file, with the
// sentence above it.

import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const root = join(import.meta.dirname, '..')
const folders = ['electron', 'shared', 'renderer'] as const

export interface Bound {
  readonly name: string
  readonly value: number
  /** What it cuts, and how that is seen; empty where the source does not say. */
  readonly sentence: string
  readonly path: string
}

/** The demo agent is an agent: what it bounds, it bounds as one. */
export function sourceFiles(): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll(sep, '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|\/demo-agent\//.test(path))
      .toSorted(),
  )
}

const declaration = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^(?:export )?const (max[A-Z]\w*) =\s*([^\n]+)$/gm

export function readBounds(): readonly Bound[] {
  const found = sourceFiles().flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(declaration)].map(([, comment = '', name = '', expression = '']) => ({
      path,
      name,
      expression,
      sentence: comment.replaceAll(/\s*\n \* ?/g, ' ').trim(),
    }))
  })
  const expressions = new Map(found.map(({ name, expression }) => [name, expression]))
  return found
    .map(({ expression, ...bound }) => ({ ...bound, value: numberIn(expression, expressions) }))
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en') || a.name.localeCompare(b.name, 'en'))
}

/** Numbers and other bounds, multiplied and divided: anything else is NaN, which the test refuses. */
function numberIn(expression: string, bounds: ReadonlyMap<string, string>): number {
  const [, inner = expression] = /^Math\.floor\((.*)\)$/.exec(expression) ?? []
  const factors = inner.split(/ ([*/]) /)
  const value = factors.reduce((product, factor, place) => {
    if (place % 2 === 1) return product
    const bound = bounds.get(factor)
    const number = bound === undefined ? Number(factor.replaceAll('_', '')) : numberIn(bound, bounds)
    return factors[place - 1] === '/' ? product / number : product * number
  }, 1)
  return inner === expression ? value : Math.floor(value)
}

export function boundsTable(bounds: readonly Bound[]): string {
  const rows = bounds.map(
    ({ name, value, sentence, path }) => `| \`${name}\` | ${inUnits(name, value)} | ${sentence} | ${path} |`,
  )
  return `# Bounds

<!-- Made from the source: change the bound or the sentence above it there, then \`npm run bounds\`. -->

Everything that an agent, a file, a page or a caller may send has a bound, and so has everything that is shown. Each is a constant with
one name in one place, and says what it cuts and how that is seen. What is cut on screen is whole on the record unless it says otherwise.

| bound | value | what it cuts, and what is seen | where |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

const units = [
  ['Bytes', [2 ** 30, 'GB', 2 ** 20, 'MB', 2 ** 10, 'KB', 1, 'B']],
  ['Ms', [86_400_000, 'days', 3_600_000, 'h', 60_000, 'min', 1_000, 's', 1, 'ms']],
  ['S', [60, 'min', 1, 's']],
  ['Chars', [1, 'characters']],
] as const

/** The largest unit it is a whole number of; the name says of what. */
function inUnits(name: string, value: number): string {
  const [, steps] = units.find(([ending]) => new RegExp(`[a-z0-9]${ending}$`).test(name)) ?? ['', []]
  for (let place = 0; place < steps.length; place += 2) {
    const size = Number(steps[place])
    if (value % size === 0 && value >= size)
      return `${(value / size).toLocaleString('en')} ${steps[place + 1]}`
  }
  return value.toLocaleString('en')
}
