/** The code of a system or library error, such as EADDRINUSE. */
export function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined
  return typeof thrown.code === 'string' ? thrown.code : undefined
}

export type Log = (line: string) => void

export function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}
