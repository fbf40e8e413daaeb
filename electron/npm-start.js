// What `npm start` and `npm run parley` begin with: what Node compiled, and stripped of its types, is kept for the next start, which takes
// half as long. Plain, since stripping the types of one file costs as much as all of them from that cache.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'parley-compiled'))
await import('./start.ts')
