// Makes the environment of a server, in a folder of its own.

import { goEnvironment } from './go.ts'
import { mavenEnvironment } from './maven.ts'
import type { Environment, Needs, Sources } from './needs.ts'
import { npmEnvironment } from './npm.ts'
import { unpackedEnvironment } from './unpacked.ts'
import { venvEnvironment } from './venv.ts'

/** `folder` belongs to the environment alone. */
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
