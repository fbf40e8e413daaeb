// `npm run check`: types, lint, unit tests and generated pages, in parallel, since none of them uses all cores. The output of
// each is printed when it ends.

import { spawn } from 'node:child_process'

const inCi = (process.env['CI'] ?? '') !== ''
/** Pages are rewritten for the next commit; in CI they are compared. */
const scripts: readonly (readonly string[])[] = [
  ['types'],
  ['lint'],
  ['unit'],
  inCi ? ['docs', '--', '--check'] : ['docs'],
]

const codes = await Promise.all(scripts.map(run))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

function run(script: readonly string[]): Promise<number | null> {
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env
  const child = spawn(process.execPath, ['--run', ...script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.stdout.write(`\n> ${script[0]}\n${Buffer.concat(output)}`)
      resolve(code)
    })
  })
}
