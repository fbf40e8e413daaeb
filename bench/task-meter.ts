// The longest tasks of a page's main thread, in processor time, which excludes other load, unlike frames.

import type { Page } from '@playwright/test'

export interface Worked {
  readonly busyMs: number
  readonly longestMs: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly tid: number
  readonly args?: { readonly name?: string }
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number
}

export async function meterTasks(page: Page): Promise<() => Promise<Worked>> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'] },
  })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    await session.detach()
    const main = events.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    const tasks = events.filter(({ name, ph, tid }) => name === 'RunTask' && ph === 'X' && tid === main?.tid)
    const times = tasks.map(({ tdur = 0 }) => tdur / 1000)
    return { busyMs: times.reduce((sum, ms) => sum + ms, 0), longestMs: Math.max(0, ...times) }
  }
}
