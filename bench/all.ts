// Every measurement, one after the other: `npm run bench`. Each is a script of its own that prints its figures.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

for (const script of ['chat.ts', 'chat-rows.ts', 'findings.ts', 'fold.ts', 'record.ts', 'timeline.ts', 'wire.ts']) {
  console.log(`\n# bench/${script}\n`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(import.meta.dirname, script)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
