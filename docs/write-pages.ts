// The pages that are made from the sources: `npm run docs` writes those that are out of date, with `--check` it names them instead.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectTree, root } from '../e2e/rules/tree.ts'
import { bundledOnPage, licensesPage } from '../packaging/licenses/licenses-page.ts'
import { asInstalled, installedPackages, optionalPackages } from '../packaging/licenses/shipped-packages.ts'
import { boundsPage, readBounds } from './bounds-page.ts'
import { cliPage } from './cli-page.ts'
import { contractPage } from './contract-page.ts'
import { rulesPage } from './rules-page.ts'

export interface Page {
  readonly path: string
  /** From the sources, and for what they don't have from the page as it is. */
  readonly make: (present: string) => string
}

const pages: readonly Page[] = [
  { path: 'docs/BOUNDS.md', make: () => boundsPage(readBounds(projectTree())) },
  { path: 'docs/CLI.md', make: cliPage },
  { path: 'docs/CONTRACT.md', make: contractPage },
  {
    path: 'docs/LICENSES.md',
    // What is built in is seen in the bundles alone (npm run licenses); its versions and licences are in the lock file.
    make: (present) =>
      licensesPage({
        installed: installedPackages(),
        optional: optionalPackages(),
        bundled: bundledOnPage(present).map(asInstalled),
      }),
  },
  { path: 'docs/RULES.md', make: rulesPage },
]

/** The pages that are not what they would be if made now, with that. */
export function stalePages(
  listed: readonly Page[],
  read: (path: string) => string,
): readonly { readonly path: string; readonly text: string }[] {
  return listed
    .map(({ path, make }) => ({ path, text: make(read(path)) }))
    .filter(({ path, text }) => read(path) !== text)
}

if (import.meta.main) {
  const stale = stalePages(pages, (path) => readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n'))
  const checksOnly = process.argv.includes('--check')
  for (const { path, text } of stale) {
    if (checksOnly) console.error(`${path}:1: is out of date: run npm run docs, and commit what it writes`)
    else {
      writeFileSync(join(root, path), text)
      console.log(`${path} is written: commit it.`)
    }
  }
  process.exitCode = checksOnly && stale.length > 0 ? 1 : 0
}
