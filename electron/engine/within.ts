/** Resolves when all of it has, or the time is up; rejects with what does so before. */
export async function within(
  milliseconds: number,
  ...work: readonly (Promise<unknown> | undefined)[]
): Promise<void> {
  const up = Promise.withResolvers<void>()
  const timer = setTimeout(up.resolve, milliseconds)
  await Promise.race([Promise.all(work), up.promise]).finally(() => clearTimeout(timer))
}
