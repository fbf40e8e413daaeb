// Writes docs/RULES.md from the rules themselves: `node bench/write-rules.ts`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rulesTable } from '#shared/a2a/rules/rules-table.ts'

writeFileSync(join(import.meta.dirname, '../docs/RULES.md'), rulesTable())
