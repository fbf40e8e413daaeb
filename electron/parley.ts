// The command `parley`: a verb such as "check", or the window served to a browser.

import { endWith, runVerb, verbNamed } from './cli/cli.ts'
import { ownArguments } from './options.ts'

const [word, ...args] = ownArguments(process.argv)
const verb = verbNamed(word)
if (verb) await endWith(await runVerb(verb, args, import.meta.dirname))
else await import('./serve.ts')
