// Writes docs/CLI.md from the tables of the verbs: `npm run cli-docs`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cliPage } from './cli-page.ts'

writeFileSync(join(import.meta.dirname, 'CLI.md'), cliPage())
