/** Exact versions, so that a later run tests the same code. */
export interface Needs {
  readonly kind: 'npm' | 'venv' | 'go' | 'maven' | 'unpacked'
  /** Package (or module) and version; the tested SDK is first. */
  readonly packages: readonly (readonly [name: string, version: string])[]
  /** Go: a program within the first module, built unchanged. Python: the command that starts Python. */
  readonly program?: string
}

export interface Environment {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** For servers that start more slowly than others. */
  readonly startMs?: number
}

/** Folders with the server's source: its own first, then shared ones. */
export type Sources = readonly [string, ...string[]]
