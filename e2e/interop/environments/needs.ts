/** Exact versions: a run a year from now tests the same code. */
export interface Needs {
  readonly kind: 'npm' | 'venv' | 'go' | 'maven' | 'unpacked'
  /** Package (or module) and version; the SDK under test first. */
  readonly packages: readonly (readonly [name: string, version: string])[]
  /** Of Go: a program within the first module, built as it is. Of Python: the command that Python is started by. */
  readonly program?: string
}

export interface Environment {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** For what takes longer to start than servers usually do. */
  readonly startMs?: number
}

/** Folders with the server's few lines: its own first, then those it shares. */
export type Sources = readonly [string, ...string[]]
