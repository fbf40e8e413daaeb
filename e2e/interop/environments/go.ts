// A Go module of its own, with the versions asked for, built to one program.

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { copySources, makeOnce, run } from './command.ts'
import type { Environment, Needs, Sources } from './needs.ts'

export async function goEnvironment(needs: Needs, folder: string, sources: Sources): Promise<Environment> {
  const options = { cwd: folder, env: { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', GOWORK: 'off' } }
  await makeOnce(
    folder,
    () => existsSync(join(folder, 'go.sum')),
    async () => {
      mkdirSync(folder, { recursive: true })
      await run('go', ['mod', 'init', 'interop'], options)
      copySources(sources, folder)
      for (const [name, version] of needs.packages)
        await run('go', ['mod', 'edit', `-require=${name}@${version}`], options)
      await run('go', ['mod', 'tidy'], options)
    },
  )
  copySources(sources, folder)
  await run('go', ['build', '-o', 'server', '.'], options)
  // The 2.x module registers its 0.3 and 1.0 protobuf packages side by side and panics without this switch of protobuf-go.
  const relaxed = { GOLANG_PROTOBUF_REGISTRATION_CONFLICT: 'warn' }
  return { command: join(folder, 'server'), args: [], cwd: folder, env: relaxed }
}
