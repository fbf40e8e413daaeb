// A process without the right to use every port: starts an engine with a receiver on a port, and prints why it could not
// listen. Modules are loaded before it drops root's rights, since only root may be able to read them.
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
