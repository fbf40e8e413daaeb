// A bound is a number with one name that begins with `max` and ends in its unit; docs/BOUNDS.md has those that users notice.

import { type Bound, readBounds } from '../../docs/bounds-page.ts'
import { type Finding, findingAt, isProduct, type Tree } from './tree.ts'

export function checkBounds(tree: Tree): readonly Finding[] {
  const bounds = readBounds(tree)
  const homes = Map.groupBy(bounds, ({ name }) => name)
  const wrong = bounds.flatMap((bound) =>
    faultsOf(bound, homes.get(bound.name)?.[0]).map((sentence) =>
      findingAt(bound.path, tree.read(bound.path), bound.index, `${bound.name} ${sentence}`),
    ),
  )
  return [...wrong, ...namelessBounds(tree)]
}

function faultsOf({ name, value, sentence, path }: Bound, first: Bound | undefined): readonly string[] {
  return [
    ...(first && first.path !== path ? [`has a namesake in ${first.path}: find another name`] : []),
    ...(Number.isFinite(value) && value > 0 ? [] : ['is no number, nor a product of numbers and bounds']),
    ...(/(?<!Per)(?:KB|Kb|Kib|Seconds?|Secs?|Minutes?|Mins?|Hours?|Millis(?:econds)?|Length|Characters)$/.test(
      name,
    )
      ? ['ends in its unit: Bytes, Chars or Ms']
      : []),
    ...(sentence === undefined || /^[A-Z].{8,}\.$/.test(sentence)
      ? []
      : [
          'must describe, in a sentence above it, what it cuts and how users see that; where they do not, use //',
        ]),
  ]
}

/** Numbers that look like a bound without the name of one: another word for it, or a number that cuts a text, a list or an input. */
const nameless = [
  /^(?:export )?const (?:most|longest|largest|deepest|highest)(?:[A-Z]\w*)? = [\d(]/gm,
  /^(?:export )?const \w*(?:Limit|_LIMIT|Maximum) = [\d(]/gm,
  /^(?:export )?const MAX_\w+/gm,
  /maxLength=\{\d/g,
  /\.slice\((?:0, )?-?\d[\d_]+\)/g,
  /(?<!z\.int\(\)[^\n]*|z\.number\(\)[^\n]*|Math)\.max\(\d[\d_ *]+\)/g,
]

/** Numbers of a format: the day and the second of an ISO date, half of a SHA-256 in hex. */
const formats = /\.slice\(0, 10\)$|\.toISOString\(\)\.slice\(0, 19\)$|\.digest\('hex'\)\.slice\(0, 32\)$/

function namelessBounds(tree: Tree): readonly Finding[] {
  const paths = tree.paths.filter((path) => isProduct(path) && !path.startsWith('electron/demo-agent/'))
  return paths.flatMap((path) => {
    const text = tree.read(path)
    return nameless
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .filter(({ 0: match, index }) => !formats.test(text.slice(0, index + match.length)))
      .map(({ 0: match, index }) => findingAt(path, text, index, `give this bound a name: ${match}`))
  })
}
