// A zip distribution from Maven, unpacked; the server's own script starts it.

import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { copySources, makeOnce, run } from './command.ts'
import type { Environment, Needs, Sources } from './needs.ts'

export async function unpackedEnvironment(
  needs: Needs,
  folder: string,
  sources: Sources,
): Promise<Environment> {
  const place = join(folder, 'unpacked')
  const [[name, version] = ['', '']] = needs.packages
  await makeOnce(
    folder,
    () => existsSync(place),
    async () => {
      mkdirSync(folder, { recursive: true })
      const artifact = `-Dartifact=${name}:${version}:zip`
      await run('mvn', ['dependency:unpack', '-q', '-B', artifact, `-DoutputDirectory=${place}`], {
        cwd: folder,
      })
    },
  )
  const [top = ''] = readdirSync(place)
  const cwd = join(place, top)
  copySources(sources, cwd)
  return { command: 'sh', args: ['server.sh'], cwd, startMs: 300_000 }
}
