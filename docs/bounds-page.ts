// docs/BOUNDS.md, made from the bounds themselves so that it cannot fall behind: of every `const max…` at the top of a file those whose
// effect a user can see. They have a `/** sentence */` above them; the others have a plain comment.

import { isProduct, type Tree } from '../e2e/rules/tree.ts'

export interface Bound {
  readonly path: string
  /** Where its declaration begins. */
  readonly index: number
  readonly name: string
  readonly value: number
  /** What it cuts, and how that is seen; undefined where users do not see it. */
  readonly sentence: string | undefined
}

const declaration = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^(?:export )?const (max[A-Z]\w*) =\s*([^\n]+)$/gm

/** Without the bounds of the demo agent, which is an agent and not Parley. */
export function readBounds(tree: Tree): readonly Bound[] {
  const paths = tree.paths.filter((path) => isProduct(path) && !path.startsWith('electron/demo-agent/'))
  const declared = paths.flatMap((path) =>
    [...tree.read(path).matchAll(declaration)].map(
      ({ 1: comment, 2: name = '', 3: expression = '', index }) => ({
        path,
        index,
        name,
        expression,
        sentence: comment?.replaceAll(/\s*\n \* ?/g, ' ').trim(),
      }),
    ),
  )
  const expressions = new Map(declared.map(({ name, expression }) => [name, expression]))
  return declared.map(({ expression, ...bound }) => ({ ...bound, value: numberIn(expression, expressions) }))
}

/** Numbers and other bounds, multiplied and divided: anything else is NaN, which lint refuses. */
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

/** By the folder a bound lies in: the first that fits. */
const topics: readonly (readonly [title: string, folders: RegExp])[] = [
  [
    'Agents and their cards',
    /^electron\/engine\/discovery\/|^renderer\/features\/agent\/|contract\/agents\.ts$/,
  ],
  ['Access and sign-in', /^electron\/engine\/access\/|contract\/access\.ts$/],
  [
    'Push notifications and webhooks',
    /^electron\/engine\/receiver\/|^shared\/a2a\/push\/|\/webhook|contract\/push\.ts$/,
  ],
  ['Taps and proxies', /^electron\/engine\/tap\/|contract\/taps\.ts$/],
  ['Spans and traces', /\/(?:spans|traces)[/.]|-spans\.ts$/],
  ['Timeline and sequence', /\/(?:timeline|together|sequence)[/.]|^renderer\/features\/timeline\//],
  [
    'Chat and tasks',
    /^shared\/story\/|^renderer\/features\/chat\/|\/(?:chat|tasks|operation)[-.\w]*\.ts$|tool-calls\.ts$/,
  ],
  ['Checks', /\/checks\/|\/cli\/check\//],
  ['Sessions, files and replays', /\/(?:sessions|replay|diff)[/.]/],
  ['Command line and coding agents', /^electron\/cli\/|coding-agents\.ts$|attach/],
  ['Serving the window to browsers', /^electron\/serve\//],
  ['Findings', /^shared\/a2a\/|finding|muted-rules/],
  [
    'Wire, console and record',
    /\/(?:wire|console|store|filter|export|record|again|json)[/.]|shared\/bounded\.ts$/,
  ],
  ['Window and what it shows', /^renderer\/|^shared\//],
  ['Parley itself', /./],
]

export function boundsPage(bounds: readonly Bound[]): string {
  const visible = bounds.filter(({ sentence }) => sentence !== undefined)
  const groups = Map.groupBy(visible, ({ path }) => topics.find(([, folders]) => folders.test(path))?.[0])
  const parts = topics.flatMap(([title]) => {
    const rows = groups.get(title)
    return rows === undefined ? [] : [`## ${title}\n\n${tableOf(rows)}\n`]
  })
  return `# Bounds

<!-- Made from the source by \`npm run docs\`: change the bound or the sentence above it there. -->

Everything that an agent, a file, a page or a caller may send has a bound, and so has everything that is shown, every time-out and every idle
connection. Here are those whose effect can be seen, by the name of the constant that sets them. What is cut on screen is whole on the record unless it says otherwise.

${parts.join('\n')}`
}

function tableOf(bounds: readonly Bound[]): string {
  const rows = bounds
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en') || a.name.localeCompare(b.name, 'en'))
    .map(({ name, value, sentence }) => `| \`${name}\` | ${inUnits(name, value)} | ${sentence} |`)
  return ['| bound | value | of what, and what is seen past it |', '| --- | --- | --- |', ...rows].join('\n')
}

const units = [
  ['Bytes', [2 ** 30, 'GB', 2 ** 20, 'MB', 2 ** 10, 'KB', 1, 'B']],
  ['Mb', [1, 'MB']],
  ['Ms', [86_400_000, 'd', 3_600_000, 'h', 60_000, 'min', 1_000, 's', 1, 'ms']],
  ['S', [3_600, 'h', 60, 'min', 1, 's']],
  ['Chars', [1, 'characters']],
] as const

/** The largest unit it is a whole number of; the name ends in it. */
function inUnits(name: string, value: number): string {
  const [, steps] = units.find(([ending]) => new RegExp(`[a-z0-9]${ending}$`).test(name)) ?? ['', []]
  for (let place = 0; place < steps.length; place += 2) {
    const size = Number(steps[place])
    if (value % size === 0 && value >= size)
      return `${(value / size).toLocaleString('en')} ${steps[place + 1]}`
  }
  return value.toLocaleString('en')
}
