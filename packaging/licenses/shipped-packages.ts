// What of other people's work ships with Parley, and under which licences that may be.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ShippedPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** As the lock file has it: the algorithm, a dash, base64. What is read from a bundle has none. */
  readonly integrity?: string
}

/** All of them let anyone use, change and pass on, and request their text to be passed on too; OFL-1.1 is for fonts. */
const permitted = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
]

export function isPermitted(license: string): boolean {
  const named = license.split(/[()\s]+|\bAND\b|\bOR\b/).filter((word) => word !== '')
  return named.length > 0 && named.every((each) => permitted.includes(each))
}

const root = join(import.meta.dirname, '..', '..')

/** What is installed beside our bundles, from the lock file: all that is neither for development nor optional. */
export function installedPackages(): readonly ShippedPackage[] {
  return lockedPackages(({ dev, optional, devOptional }) => !dev && !optional && !devOptional)
}

/** What npm installs besides where there is one for the system: no desktop package has it. */
export function optionalPackages(): readonly ShippedPackage[] {
  return lockedPackages(({ dev, optional, devOptional }) => optional === true && !dev && !devOptional)
}

/** The same package in the version that is installed now, and under the licence of that. */
export function asInstalled({ name, version, license }: ShippedPackage): ShippedPackage {
  const all = lockedPackages(
    (_, path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`),
  )
  const now = all.find((each) => each.version === version) ?? all.at(0)
  return now === undefined ? { name, version, license } : { name, version: now.version, license: now.license }
}

function lockedPackages(
  isMeant: (locked: LockedPackage, path: string) => boolean,
): readonly ShippedPackage[] {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  return Object.entries(lock.packages)
    .filter(([path, locked]) => path !== '' && isMeant(locked, path))
    .map(([path, { version, license, integrity }]) => ({
      name: path.split('node_modules/').at(-1) ?? path,
      version,
      license: license ?? 'not named',
      ...(integrity && { integrity }),
    }))
    .toSorted(byName)
}

/** What is built into the bundles, each package once, as `licensesInside` noted it beside them. */
export function bundledPackages(): readonly ShippedPackage[] {
  const texts = ['main', 'renderer'].map((bundle) =>
    readFileSync(join(root, 'out', bundle, licensesFile), 'utf8'),
  )
  const headings = new Map(
    texts.flatMap((text) => [...text.matchAll(heading)]).map((match) => [match[0], match]),
  )
  return [...headings.values()]
    .map(([, name = '', version = '', license = '']) => ({ name, version, license }))
    .toSorted(byName)
}

export const licensesFile = 'licenses.txt'

export function headingOf({ name, version, license }: ShippedPackage): string {
  return `== ${name} ${version} (${license})`
}

const heading = /^== (\S+) (\S+) \((.+)\)$/gm

export function byName(left: ShippedPackage, right: ShippedPackage): number {
  return `${left.name}@${left.version}` < `${right.name}@${right.version}` ? -1 : 1
}

interface LockedPackage {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
}
