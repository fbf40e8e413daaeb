// The command `parley`: a verb such as "check", or the window served to a browser.

import { endWith, isVerb, runVerb } from './cli/cli.ts'
import { ownArguments } from './options.ts'

const args = ownArguments(process.argv)
if (isVerb(args)) await endWith(await runVerb(args, import.meta.dirname))
else await import('./serve.ts')
