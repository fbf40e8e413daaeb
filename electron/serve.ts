// The headless entry: loads the rest once its command line requires it.

import { startedCommand } from './cli/command-name.ts'
import { exitCodes, readCommandLine } from './command-line.ts'
import { ownArguments } from './options.ts'
import { requireSettled } from './require-settled.ts'

const options = readCommandLine(ownArguments(process.argv))
if (options?.front === 'desktop') {
  process.stderr.write(
    'This is the served Parley: its window opens in a browser. The desktop window comes with the installed app.\n',
  )
  process.exitCode = exitCodes.couldNotStart
} else if (options) {
  const { startServed } = await import('./start-served.ts')
  await requireSettled(startedCommand(), startServed(options, import.meta.dirname))
}
