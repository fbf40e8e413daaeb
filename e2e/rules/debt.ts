// What Biome tells of but does not refuse yet: files in a circle of imports, functions that are too long. The list of them, in
// debt.json, may only shrink: this fails on what is not in it, on what has grown, and on what need not be in it any more. Knip has no
// list: nothing unused is left. Part of `npm run lint`.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')

const diagnosticsSchema = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      message: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
})
const debtSchema = z.object({
  /** Files with an import that leads back to them. */
  circles: z.array(z.string()),
  /** Lines a function may have, by file and name. */
  longFunctions: z.record(z.string(), z.number()),
})
export type Debt = z.infer<typeof debtSchema>

/** Each sentence is something to mend, in the code or in the list. */
export function compareDebt(listed: Debt, found: Debt): readonly string[] {
  const circles = [
    ...found.circles
      .filter((path) => !listed.circles.includes(path))
      .map((path) => `${path} is in a circle of imports.`),
    ...listed.circles
      .filter((path) => !found.circles.includes(path))
      .map((path) => `${path} is in no circle of imports any more: take it out of debt.json.`),
  ]
  const functions = Object.entries(found.longFunctions).flatMap(([name, lines]) => {
    const allowed = listed.longFunctions[name]
    if (allowed === undefined) return [`${name} has ${lines} lines: split it.`]
    return lines > allowed ? [`${name} has grown to ${lines} lines; debt.json allows ${allowed}.`] : []
  })
  const short = Object.keys(listed.longFunctions)
    .filter((name) => found.longFunctions[name] === undefined)
    .map((name) => `${name} is short enough: take it out of debt.json.`)
  return [...circles, ...functions, ...short]
}

if (import.meta.main) await check()

async function check(): Promise<void> {
  const rules = ['suspicious/noImportCycles', 'complexity/noExcessiveLinesPerFunction']
  const biome = [
    'lint',
    ...rules.map((rule) => `--only=${rule}`),
    '--max-diagnostics=none',
    '--reporter=json',
    '.',
  ]
  const [lint, unused] = await Promise.all([run('biome', biome), run('knip', ['--no-progress'])])
  const found = debtIn(lint.output)
  const wrong = compareDebt(
    debtSchema.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'debt.json'), 'utf8'))),
    found,
  )
  if (wrong.length > 0) console.error(`${wrong.join('\n')}\n`)
  if (unused.code !== 0) console.error(unused.output)
  process.exitCode = wrong.length > 0 || unused.code !== 0 ? 1 : 0
}

function debtIn(output: string): Debt {
  const { diagnostics } = diagnosticsSchema.parse(JSON.parse(output))
  const of = (rule: string) => diagnostics.filter(({ category }) => category.endsWith(rule))
  // Tests tell one story each, however long.
  const isProduct = (path: string) => !/\.test\.ts$|^e2e\/|^bench\//.test(path)
  const functions = of('noExcessiveLinesPerFunction').filter(({ location }) => isProduct(location.path))
  const long = functions.map(({ message, location: { path, start } }) => {
    const lines = Number(/\((\d+)\)/.exec(message)?.[1])
    const line = readFileSync(join(root, path), 'utf8').split('\n')[start.line - 1] ?? ''
    const name = /(?:function\*?|const) (\w+)|(\w+)(?:<[^(]*>)?\(|(\w+):/.exec(line)?.slice(1).find(Boolean)
    return [`${path} ${name ?? line.trim()}`, lines] as const
  })
  return {
    circles: [...new Set(of('noImportCycles').map(({ location }) => location.path))].toSorted(),
    longFunctions: Object.fromEntries(long),
  }
}

function run(
  command: string,
  args: readonly string[],
): Promise<{ readonly output: string; readonly code: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ output: Buffer.concat(chunks).toString(), code: code ?? 1 }))
  })
}
