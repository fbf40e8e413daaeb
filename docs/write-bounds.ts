// Writes docs/BOUNDS.md from the bounds themselves: `npm run bounds`.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundsTable, readBounds } from './bounds-table.ts'

writeFileSync(join(import.meta.dirname, 'BOUNDS.md'), boundsTable(readBounds()))
