import type { ShippedPackage } from './shipped-packages.ts'

export interface Shipped {
  readonly installed: readonly ShippedPackage[]
  readonly optional: readonly ShippedPackage[]
  readonly bundled: readonly ShippedPackage[]
}

/** docs/LICENSES.md. */
export function licensesPage({ installed, optional, bundled }: Shipped): string {
  return `# Licences

What of other people's work ships with Parley. Written by \`npm run docs\`; what is built in by \`npm run licenses\`, which builds first. A
package that came, went or changed its licence fails the tests until the page says so. Parley itself is under Apache-2.0.

## Installed beside it

From the lock file. Each carries its own text in its folder.

${table(installed)}
npm installs these as well where there is one for the system, for the keyring of serve; the desktop packages don't have them.

${table(optional)}
## Built into it

From the bundles themselves. The texts are in \`licenses.txt\` beside each bundle. Of pdfjs-dist its standard fonts are taken too:
Foxit's under BSD-3-Clause, Liberation Sans under OFL-1.1.

${table(bundled)}`
}

/** What the page says is built in, which only a build can find out. */
export function bundledOnPage(page: string): readonly ShippedPackage[] {
  const [, part = ''] = page.split('## Built into it')
  return [...part.matchAll(/^\| (\S+) \| (\d\S*) \| (.+) \|$/gm)].map(
    ([, name = '', version = '', license = '']) => ({ name, version, license }),
  )
}

function table(packages: readonly ShippedPackage[]): string {
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  return ['| package | version | licence |', '| --- | --- | --- |', ...rows, ''].join('\n')
}
