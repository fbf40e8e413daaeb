// `npm test`: types, lint and unit tests, then the engine's tests, panes, and the specs, in turn, since each of them keeps all cores
// busy. `npm run test:all` is the same with what is tagged `full`.
//
//   npm test -- --changed            the unit, pane and engine tests that depend on a file that was changed
//   npm test -- renderer/features    those below these paths; `x.spec` is one of the specs

import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
const args = process.argv.slice(2)
const env = { ...process.env, ...(args.includes('--all') && { PARLEY_TESTS: 'all' }) }
const chosen = args.filter((arg) => arg !== '--all')

if (chosen.length === 0) await runEverything()
else {
  const specs = chosen.filter((arg) => /\.spec\b/.test(arg))
  const others = chosen.filter((arg) => !specs.includes(arg))
  if (others.length > 0) await vitest(['run', '--passWithNoTests', ...others])
  if (specs.length > 0) await playwright(specs)
}

async function runEverything(): Promise<void> {
  const parts = {
    check: () => run(join(root, 'e2e', 'check.ts'), []),
    engine: () => vitest(['run', '--project', 'engine']),
    panes: () => vitest(['run', '--project', 'panes']),
    e2e: () => playwright([]),
  }
  const times: string[] = []
  for (const [name, start] of Object.entries(parts)) {
    const begun = performance.now()
    const passed = await start()
    times.push(`${name}${passed ? '' : ' failed'} ${Math.round((performance.now() - begun) / 1_000)} s`)
    // What does not compile fails everywhere else, too.
    if (!passed && name === 'check') break
  }
  process.stdout.write(`\n${times.join(' · ')}\n`)
}

function vitest(flags: readonly string[]): Promise<boolean> {
  return run(join(require.resolve('vitest/package.json'), '..', 'vitest.mjs'), flags)
}

function playwright(flags: readonly string[]): Promise<boolean> {
  const cli = join(require.resolve('@playwright/test/package.json'), '..', 'cli.js')
  return run(cli, ['test', '--config', join(root, 'e2e', 'playwright.config.ts'), ...flags])
}

/** Whether the program ended well; the exit code reports it when all have run. */
function run(program: string, flags: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...flags], { cwd: root, env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) process.exitCode = 1
      resolve(code === 0)
    })
  })
}
