// A step of the build: the licences of the packages that a bundle really has something of, with their texts, in a file beside it.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { byName, headingOf, licensesFile, type ShippedPackage } from './shipped-packages.ts'

export function licensesInside(): Plugin {
  let root = ''
  return {
    name: 'licenses-inside',
    configResolved(config) {
      root = config.root
    },
    generateBundle(_options, bundle) {
      // A font is a file of its own, in no module.
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? Object.keys(file.modules)
          : file.originalFileNames.map((name) => resolve(root, name)),
      )
      const folders = new Map<string, Set<string>>()
      for (const module of modules.map(pathOf)) {
        const folder = packageFolder(module)
        if (folder === undefined) continue
        const taken = folders.get(folder) ?? new Set([folder])
        folders.set(folder, taken.add(dirname(module)))
      }
      const packages = [...folders].map(([folder, taken]) => ({ taken, ...factsOf(folder) })).toSorted(byName)
      const parts = packages.map((each) => `${headingOf(each)}\n\n${textIn([...each.taken])}\n`)
      this.emitFile({ type: 'asset', fileName: licensesFile, source: parts.join('\n') })
    },
  }
}

/** The innermost folder with a name and a version: some packages mark inner folders with a package.json of their own. */
function packageFolder(path: string): string | undefined {
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1]
}

function pathOf(module: string): string {
  return module.replace(/^\0/, '').replace(/\?.*$/, '')
}

function factsOf(folder: string): ShippedPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { name, version, license: String(license ?? 'not named') }
}

/** What lies with the package and with whatever is taken of it: fonts have licences of their own. */
function textIn(folders: readonly string[]): string {
  const paths = folders.flatMap((folder) => {
    const names = existsSync(folder) ? readdirSync(folder) : []
    const texts = names.filter((name) => /^(licen[cs]e|notice|thirdpartynotices)/i.test(name)).toSorted()
    return texts.map((name) => join(folder, name))
  })
  if (paths.length === 0) return 'Its package carries no text of it.'
  return paths.map((path) => readFileSync(path, 'utf8').trim()).join('\n\n')
}
