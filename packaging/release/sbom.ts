// What a release is made of, as CycloneDX 1.6: what is installed beside the bundles, what is built into them, and Electron. npm's own
// list leaves out whatever a development tool needs as well.

import type { Shipped } from '../licenses/licenses-page.ts'
import type { ShippedPackage } from '../licenses/shipped-packages.ts'

export interface Release extends Omit<Shipped, 'optional'> {
  readonly version: string
  readonly electronVersion: string
}

export function sbom({ version, electronVersion, installed, bundled }: Release) {
  const electron: ShippedPackage = { name: 'electron', version: electronVersion, license: 'MIT' }
  const byPurl = new Map([...bundled, ...installed, electron].map((each) => [purl(each), each]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl({ name: 'parley-a2a', version }),
        name: 'Parley',
        version,
        purl: purl({ name: 'parley-a2a', version }),
        licenses: [{ expression: 'Apache-2.0' }],
      },
    },
    components: [...byPurl].map(([id, { name, version, license, integrity }]) => ({
      type: name === 'electron' ? 'framework' : 'library',
      'bom-ref': id,
      name,
      version,
      purl: id,
      licenses: [{ expression: license }],
      ...(integrity && { hashes: [hashOf(integrity)] }),
    })),
  }
}

/** https://github.com/package-url/purl-spec: the @ of a scope is escaped, its slash is not. */
function purl({ name, version }: Pick<ShippedPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-', 2)
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}
