// Packages in a folder of their own, with a copy of the server's sources, since Node resolves packages from there.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copySources, makeOnce, run } from './command.ts'
import type { Environment, Needs, Sources } from './needs.ts'

export async function npmEnvironment(needs: Needs, folder: string, sources: Sources): Promise<Environment> {
  await npmPackages(needs.packages, folder)
  copySources(sources, folder)
  return { command: process.execPath, args: ['server.mjs'], cwd: folder }
}

export function npmPackages(packages: Needs['packages'], folder: string): Promise<void> {
  return makeOnce(
    folder,
    () => existsSync(join(folder, 'node_modules')),
    async () => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
      const named = packages.map(([name, version]) => `${name}@${version}`)
      await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...named], {
        cwd: folder,
      })
    },
  )
}
