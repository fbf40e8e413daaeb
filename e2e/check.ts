// `npm run check`: types, lint and unit tests beside each other, for none of them keeps all cores busy. What each has to say comes
// as a whole when it ends.

import { spawn } from 'node:child_process'

const scripts = ['types', 'lint', 'unit']

const codes = await Promise.all(scripts.map(run))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

function run(script: string): Promise<number | null> {
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env
  const child = spawn(process.execPath, ['--run', script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.stdout.write(`\n> ${script}\n${Buffer.concat(said)}`)
      resolve(code)
    })
  })
}
