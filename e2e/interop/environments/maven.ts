// A Maven project of its own, with the versions asked for, built to one Quarkus application.

import { cpSync, mkdirSync } from 'node:fs'
import { run } from './command.ts'
import type { Environment, Needs } from './environment.ts'

export async function mavenEnvironment(needs: Needs, folder: string, source: string): Promise<Environment> {
  mkdirSync(folder, { recursive: true })
  cpSync(source, folder, { recursive: true })
  const versions = needs.packages.map(([name, version]) => `-D${name.split(':').at(-1)}.version=${version}`)
  await run('mvn', ['package', '-q', '-B', '-U', '-DskipTests', ...versions], { cwd: folder })
  return { command: 'java', args: ['-jar', 'target/quarkus-app/quarkus-run.jar'], cwd: folder }
}
