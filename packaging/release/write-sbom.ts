// `node packaging/release/write-sbom.ts`: the SBOM of this tree's release, on standard output. Wants a build in out/.

import packageJson from '../../package.json' with { type: 'json' }
import { bundledPackages, installedPackages } from '../licenses/shipped-packages.ts'
import { sbom } from './sbom.ts'

const { version, devDependencies } = packageJson
const parts = { installed: installedPackages(), bundled: bundledPackages() }
process.stdout.write(
  `${JSON.stringify(sbom({ version, electronVersion: devDependencies.electron, ...parts }), null, 2)}\n`,
)
