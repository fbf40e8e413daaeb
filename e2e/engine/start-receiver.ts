// A process that may not use every port: asks an engine of its own for a receiver on one, and says on stdout what kept it from
// listening. Modules are read before the rights of root are given up, for they may lie where only root can read.
// Usage: start-receiver.ts PORT

import { openWindow } from '#testing/engine/open-window.ts'

const nobody = 65_534
if (process.getuid?.() === 0) {
  process.setgid?.(nobody)
  process.setuid?.(nobody)
}
const window = await openWindow()
const { listening, problem } = await window.client.receiver.start({
  reach: { kind: 'loopback' },
  port: Number(process.argv[2]),
})
process.stdout.write(JSON.stringify({ listening: listening !== undefined, problem }))
await window.close()
