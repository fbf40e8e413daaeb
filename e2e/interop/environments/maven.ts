// A Maven project with the requested versions, built to one Quarkus application.

import { mkdirSync } from 'node:fs'
import { copySources, run } from './command.ts'
import type { Environment, Needs, Sources } from './needs.ts'

export async function mavenEnvironment(needs: Needs, folder: string, sources: Sources): Promise<Environment> {
  mkdirSync(folder, { recursive: true })
  copySources(sources, folder)
  const versions = needs.packages.map(([name, version]) => `-D${name.split(':').at(-1)}.version=${version}`)
  await run('mvn', ['package', '-q', '-B', '-U', '-DskipTests', ...versions], { cwd: folder })
  return { command: 'java', args: ['-jar', 'target/quarkus-app/quarkus-run.jar'], cwd: folder }
}
