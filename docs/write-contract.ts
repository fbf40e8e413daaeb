// Writes docs/CONTRACT.md from the contract itself: `npm run contract`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractTable } from './contract-table.ts'

writeFileSync(join(import.meta.dirname, 'CONTRACT.md'), contractTable())
