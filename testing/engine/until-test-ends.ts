import { onTestFinished } from 'vitest'

/** What a test started, closed when it is over. */
export async function untilTestEnds<Started extends { close(): Promise<void> }>(
  started: Promise<Started>,
): Promise<Started> {
  const running = await started
  onTestFinished(() => running.close())
  return running
}
