// A Go module with the requested versions, built to one program: our few lines, or an existing program. A script beside it
// starts it if it needs more than ports.

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { copySources, makeOnce, run } from './command.ts'
import type { Environment, Needs, Sources } from './needs.ts'

/** A trace store has some two thousand packages. */
const buildMs = 3_600_000

export async function goEnvironment(needs: Needs, folder: string, sources: Sources): Promise<Environment> {
  const options = { cwd: folder, env: { GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', GOWORK: 'off' } }
  await makeOnce(
    folder,
    () => existsSync(join(folder, 'go.sum')),
    async () => {
      mkdirSync(folder, { recursive: true })
      await run('go', ['mod', 'init', 'interop'], options)
      copySources(sources, folder)
      const [[, version = ''] = []] = needs.packages
      if (needs.program) return run('go', ['get', '-tool', `${needs.program}@${version}`], options)
      for (const each of needs.packages)
        await run('go', ['mod', 'edit', `-require=${each.join('@')}`], options)
      return run('go', ['mod', 'tidy'], options)
    },
  )
  copySources(sources, folder)
  await run('go', ['build', '-o', 'server', needs.program ?? '.'], { ...options, timeoutMs: buildMs })
  // The 2.x module registers its 0.3 and 1.0 protobuf packages side by side, and panics without this switch of protobuf-go.
  const relaxed = { GOLANG_PROTOBUF_REGISTRATION_CONFLICT: 'warn' }
  if (existsSync(join(folder, 'server.sh')))
    return { command: 'sh', args: ['server.sh'], cwd: folder, env: relaxed }
  return { command: join(folder, 'server'), args: [], cwd: folder, env: relaxed }
}
