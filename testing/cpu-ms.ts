/** Milliseconds that this thread worked meanwhile: a busy machine makes them no more. */
export async function cpuMs(act: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
