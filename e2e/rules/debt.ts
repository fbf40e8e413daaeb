// Functions that are too long, which Biome tells of but does not refuse. The list of them, debt.json, may only shrink: this fails on one
// that is not in it, on one that has grown, and on one that need not be in it any more. Knip has no list: nothing unused is left. Part of
// `npm run lint`.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')

/** Lines by file and name. */
type Functions = Readonly<Record<string, number>>

const diagnosticsSchema = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
})

/** Each sentence is something to mend, in the code or in the list. */
export function compareDebt(listed: Functions, found: Functions): readonly string[] {
  const wrong = Object.entries(found).flatMap(([name, lines]) => {
    const allowed = listed[name]
    if (allowed === undefined) return [`${name} has ${lines} lines: split it.`]
    return lines > allowed ? [`${name} has grown to ${lines} lines; debt.json allows ${allowed}.`] : []
  })
  const short = Object.keys(listed).filter((name) => found[name] === undefined)
  return [...wrong, ...short.map((name) => `${name} is short enough: take it out of debt.json.`)]
}

if (import.meta.main) await check()

async function check(): Promise<void> {
  const only = ['--only=complexity/noExcessiveLinesPerFunction', '--max-diagnostics=none', '--reporter=json']
  const [lint, unused] = await Promise.all([
    run('biome', ['lint', ...only, '.']),
    run('knip', ['--no-progress']),
  ])
  const listed = z.record(z.string(), z.number()).parse(JSON.parse(read('e2e/rules/debt.json')))
  const wrong = compareDebt(listed, longFunctions(lint.output))
  if (wrong.length > 0) console.error(`${wrong.join('\n')}\n`)
  if (unused.code !== 0) console.error(unused.output)
  process.exitCode = wrong.length > 0 || unused.code !== 0 ? 1 : 0
}

function longFunctions(output: string): Functions {
  const { diagnostics } = diagnosticsSchema.parse(JSON.parse(output))
  // Tests tell one story each, however long.
  const ours = diagnostics.filter(({ location }) => !/\.test\.ts$|^e2e\/|^bench\//.test(location.path))
  return Object.fromEntries(
    ours.map(({ message, location: { path, start } }) => {
      const line = read(path).split('\n')[start.line - 1] ?? ''
      const name = /(?:function\*?|const) (\w+)|(\w+)(?:<[^(]*>)?\(|(\w+):/.exec(line)?.slice(1).find(Boolean)
      return [`${path} ${name ?? line.trim()}`, Number(/\((\d+)\)/.exec(message)?.[1])]
    }),
  )
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
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
