// What a server of the table needs to run, and the folder that was made for it.

import { goEnvironment } from './go.ts'
import { mavenEnvironment } from './maven.ts'
import type { Environment, Needs, Sources } from './needs.ts'
import { npmEnvironment } from './npm.ts'
import { unpackedEnvironment } from './unpacked.ts'
import { venvEnvironment } from './venv.ts'

/** `folder` is the environment's alone. */
export function makeEnvironment(needs: Needs, folder: string, sources: Sources): Promise<Environment> {
  switch (needs.kind) {
    case 'npm':
      return npmEnvironment(needs, folder, sources)
    case 'venv':
      return venvEnvironment(needs, folder, sources)
    case 'go':
      return goEnvironment(needs, folder, sources)
    case 'maven':
      return mavenEnvironment(needs, folder, sources)
    case 'unpacked':
      return unpackedEnvironment(needs, folder, sources)
  }
}
