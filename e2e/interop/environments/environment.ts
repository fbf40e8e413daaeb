// What a server of the table needs to run, and the folder that was made for it.

import { goEnvironment } from './go.ts'
import { mavenEnvironment } from './maven.ts'
import { npmEnvironment } from './npm.ts'
import { venvEnvironment } from './venv.ts'

/** Exact versions: a run a year from now tests the same code. */
export interface Needs {
  readonly kind: 'npm' | 'venv' | 'go' | 'maven'
  /** Package (or module) and version; the SDK under test first. */
  readonly packages: readonly (readonly [name: string, version: string])[]
}

export interface Environment {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** Folders with the server's few lines: its own first, then those it shares. */
export type Sources = readonly [string, ...string[]]

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
  }
}
