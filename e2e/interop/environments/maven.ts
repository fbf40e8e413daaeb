// A Maven project: its pom.xml stands with the sources and takes the version as a property.

import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeOnce, run } from './command.ts'
import type { Environment, Needs } from './environment.ts'

const jar = join('target', 'quarkus-app', 'quarkus-run.jar')

export async function mavenEnvironment(needs: Needs, folder: string, source: string): Promise<Environment> {
  const version = needs.packages[0]?.[1] ?? ''
  await makeOnce(
    folder,
    () => existsSync(join(folder, jar)),
    async () => {
      mkdirSync(folder, { recursive: true })
      cpSync(source, folder, { recursive: true })
      await run('mvn', ['--batch-mode', '--quiet', `-Da2a.version=${version}`, '-DskipTests', 'package'], {
        cwd: folder,
      })
    },
  )
  return { command: 'java', args: ['-jar', jar], cwd: folder }
}
