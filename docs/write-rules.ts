// Writes docs/RULES.md from the rules themselves: `npm run rules`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulesTable } from './rules-table.ts'

writeFileSync(join(import.meta.dirname, 'RULES.md'), rulesTable())
