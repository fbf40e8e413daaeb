// `npm run lint`: Biome, Knip and the rules of this folder, each file read once. Prints a line for each finding, `path:line:
// sentence`. `npm run fix` first applies Biome's fixes, and shortens the list of names.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { checkArchitecture } from './architecture.ts'
import { refusedByBiome, runBiome } from './biome.ts'
import { checkBounds } from './bounds.ts'
import { checkContractVerbs } from './contract-verbs.ts'
import { checkImports } from './imports.ts'
import { checkListeners } from './listeners.ts'
import { checkLongFunctions } from './long-functions.ts'
import { checkNames, lowerNames, readNames } from './names.ts'
import { checkPlaceNames } from './place-names.ts'
import { checkPrivateFiles } from './private-files.ts'
import { checkMirroredSections, checkProtocol } from './protocol.ts'
import { runTool } from './run-tool.ts'
import { checkTimeBounds } from './time-bounds.ts'
import { type Finding, projectTree, type Rule, root } from './tree.ts'
import { checkWindowHomes } from './window-homes.ts'
import { checkWords } from './words.ts'

const rules: readonly Rule[] = [
  checkArchitecture,
  checkBounds,
  checkContractVerbs,
  checkImports,
  checkListeners,
  checkMirroredSections,
  checkPlaceNames,
  checkPrivateFiles,
  checkProtocol,
  checkTimeBounds,
  checkWindowHomes,
  checkWords,
]

const countsSchema = z.record(z.string(), z.number())
const namesList = 'e2e/rules/names.json'
const functionsList = 'e2e/rules/long-functions.json'

const fixes = process.argv.includes('--fix')
const running = Promise.all([
  runBiome(fixes ? ['--write'] : []),
  runTool('knip/bin/knip.js', ['--no-progress']),
])
// Biome and Knip run in parallel with the rules, unless Biome changes files.
if (fixes) await running
const tree = projectTree()
const readList = (path: string) => countsSchema.parse(JSON.parse(tree.read(path)))

const names = readNames(tree)
const listed = fixes ? lowerNames(names, readList(namesList)) : readList(namesList)
const findings = [...rules.flatMap((rule) => rule(tree)), ...checkNames(names, listed)]
const [diagnostics, knip] = await running
if (fixes) writeFileSync(join(root, namesList), `${JSON.stringify(listed, null, 2)}\n`)
report([
  ...findings,
  ...refusedByBiome(diagnostics),
  ...checkLongFunctions(tree, diagnostics, readList(functionsList)),
])
if (knip.code !== 0) console.error(`${knip.output}${knip.errors}`)
process.exitCode ||= knip.code

function report(all: readonly Finding[]): void {
  const lines = all
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en') || a.line - b.line)
    .map(({ path, line, sentence }) => `${path}:${line}: ${sentence}`)
  if (lines.length > 0) console.error(lines.join('\n'))
  process.exitCode = lines.length > 0 ? 1 : 0
}
