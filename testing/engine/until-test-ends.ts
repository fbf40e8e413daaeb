import { onTestFinished } from 'vitest'

/** Closes what a test started when the test is over. */
export async function untilTestEnds<Started extends { close(): Promise<void> }>(
  started: Promise<Started>,
): Promise<Started> {
  const running = await started
  onTestFinished(() => running.close())
  return running
}
