// Functions that are too long, which Biome only notes. Factories, by their name, may have 120 lines. long-functions.json lists
// the others and may only shrink: a function that is not listed, one that has grown, and an obsolete entry are refused.

import type { Diagnostic } from './biome.ts'
import type { Finding, Tree } from './tree.ts'

/** Lines by file and name. */
export type Functions = Readonly<Record<string, number>>

const list = 'e2e/rules/long-functions.json'
const isTest = /\.test\.tsx?$|^e2e\/|^bench\//
/** A factory is easier to read whole. */
const composes = / (?:create|open)[A-Z]\w*$/
const maxComposingLines = 120
const rule = 'lint/complexity/noExcessiveLinesPerFunction'

export function checkLongFunctions(
  tree: Tree,
  diagnostics: readonly Diagnostic[],
  listed: Functions,
): readonly Finding[] {
  // A test is one story, however long.
  const long = diagnostics
    .filter(({ category, location }) => category === rule && !isTest.test(location.path))
    .map((each) => functionOf(tree, each))
    .filter(({ name, lines }) => !composes.test(name) || lines > maxComposingLines)
  const wrong = long.flatMap(({ path, line, name, lines }) => {
    const allowed = listed[name]
    if (allowed === undefined) return [{ path, line, sentence: `${name} has ${lines} lines: split it` }]
    if (lines <= allowed) return []
    return [{ path, line, sentence: `${name} has grown to ${lines} lines; the list allows ${allowed}` }]
  })
  const short = Object.keys(listed).filter((name) => !long.some((each) => each.name === name))
  return [
    ...wrong,
    ...short.map((name) => ({ path: list, line: 1, sentence: `take out ${name}, which is short enough` })),
  ]
}

function functionOf(tree: Tree, { message, location: { path, start } }: Diagnostic) {
  const line = tree.read(path).split('\n')[start.line - 1] ?? ''
  const named = /(?:function\*?|const) (\w+)|(\w+)(?:<[^(]*>)?\(|(\w+):/.exec(line)?.slice(1).find(Boolean)
  const name = `${path} ${named ?? line.trim()}`
  return { path, line: start.line, name, lines: Number(/\((\d+)\)/.exec(message)?.[1]) }
}
