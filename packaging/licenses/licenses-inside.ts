// A step of the build: the licences of the packages that a bundle really has something of, with their texts, in a file beside it.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { byName, headingOf, licensesFile, type ShippedPackage } from './shipped-packages.ts'

export function licensesInside(): Plugin {
  return {
    name: 'licenses-inside',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : [],
      )
      const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined))
      const packages = [...folders].map((folder) => ({ folder, ...factsOf(folder) })).toSorted(byName)
      const parts = packages.map((each) => `${headingOf(each)}\n\n${textOf(each.folder)}\n`)
      this.emitFile({ type: 'asset', fileName: licensesFile, source: parts.join('\n') })
    },
  }
}

/** The innermost folder with a name and a version: some packages mark inner folders with a package.json of their own. */
function packageFolder(module: string): string | undefined {
  const path = module.replace(/^\0/, '').replace(/\?.*$/, '')
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1]
}

function factsOf(folder: string): ShippedPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { name, version, license: String(license ?? 'not named') }
}

function textOf(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const texts = names.filter((name) => /^(licen[cs]e|notice|thirdpartynotices)/i.test(name)).toSorted()
  if (texts.length === 0) return 'Its package carries no text of it.'
  return texts.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
}
