// Runs every measurement in sequence: `npm run bench`. Each is a script that prints its figures.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const scripts = [
  'chat.ts',
  'chat-rows.ts',
  'cli-start.ts',
  'console.ts',
  'findings.ts',
  'fold.ts',
  'held.ts',
  'markdown.ts',
  'masking.ts',
  'push.ts',
  'record.ts',
  'sessions.ts',
  'spans.ts',
  'spans-window.ts',
  'start.ts',
  'tap.ts',
  'tap-grpc.ts',
  'timeline.ts',
  'trace-export.ts',
  'sequence.ts',
  'waits.ts',
  'wire.ts',
  'worthless-streams.ts',
  'worthless.ts',
]
for (const script of scripts) {
  console.log(`\n# bench/${script}\n`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(import.meta.dirname, script)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
