// The command `parley`: a verb such as "check", or the window served to a browser.

import { isVerb, runAsProcess } from './cli/cli.ts'
import { ownArguments } from './options.ts'

const args = ownArguments(process.argv)
if (isVerb(args)) await runAsProcess(args, import.meta.dirname)
else await import('./serve.ts')
