// `npm run licenses`: docs/LICENSES.md anew, from the lock file and the bundles in out/.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { licensesPage } from './licenses-page.ts'
import { bundledPackages, installedPackages, optionalPackages } from './shipped-packages.ts'

const page = licensesPage({
  installed: installedPackages(),
  optional: optionalPackages(),
  bundled: bundledPackages(),
})
writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'LICENSES.md'), page)
