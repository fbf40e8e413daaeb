/** An Error for any thrown value, even one that can't be converted to text. */
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
