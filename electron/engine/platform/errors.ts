/** Whatever was thrown as an error: it may be a value that has no text. */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  try {
    return new Error(String(thrown))
  } catch {
    return new Error('A value was thrown that cannot be shown.')
  }
}

export function messageOf(thrown: unknown): string {
  return toError(thrown).message
}

/** As systems and libraries name what went wrong, such as EADDRINUSE. */
export function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined
  return typeof thrown.code === 'string' ? thrown.code : undefined
}

export type Log = (line: string) => void
