// The same in the window: how long a task of a million events takes to be on screen, what a jump and scrolling feel like.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWindow } from '#engine/testing/open-window.ts'
import { openServed } from '../e2e/fixtures/serve-front.ts'
import { openBrowser } from '../e2e/open-browser.ts'
import { ParleyWindow } from '../e2e/pages/parley-window.ts'
import { feel } from './frame-meter.ts'
import { beginTask } from './long-task.ts'
import { median } from './start-server.ts'

export async function measureWindow(
  events: number,
  report: (what: string, measured: string) => void,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const made = await openWindow({ dataDir })
  const task = beginTask(made.engine.record, 'states', await made.idOf('http://127.0.0.1:9'))
  task.append(events)
  task.end()
  task.look()
  made.engine.record.flush()
  await made.engine.close()

  const served = await openServed(dataDir)
  const browser = await openBrowser()
  const page = await browser.page()
  await page.goto(served.address)
  const window = new ParleyWindow(page)
  const begun = performance.now()
  await window.agents
    .getByRole('button', { name: /127\.0\.0\.1:9/ })
    .first()
    .click()
  await window.timeline.getByText('completed').first().waitFor({ timeout: 60_000 })
  report(
    'window: from the click on the agent to the task on screen',
    `${Math.round(performance.now() - begun)} ms`,
  )
  await window.events.getByRole('row').nth(5).waitFor()

  const jumps: number[] = []
  for (const part of [0.5, 0.1, 0.9, 0.3, 0.7]) {
    const row = Math.floor(events * part)
    const began = performance.now()
    await window.events.evaluate((grid, top) => grid.scrollTo({ top }), row * 27)
    await window.events.locator(`[aria-rowindex="${row + 5}"]`).waitFor()
    jumps.push(performance.now() - began)
  }
  report('window: a jump until its rows are drawn, median', `${Math.round(median(jumps))} ms`)

  const felt = await feel(page, undefined, async () => {
    await window.events.hover()
    for (let step = 0; step < 120; step++) {
      await page.mouse.wheel(0, 240)
      await page.waitForTimeout(16)
    }
  })
  report(
    'window: scrolling, frames p95 / worst',
    `${Math.round(felt.p95FrameMs)} / ${Math.round(felt.worstFrameMs)} ms`,
  )
  report('window: elements, at most', felt.mostElements.toLocaleString('en'))
  if (process.env['PARLEY_PICTURES'])
    await page.screenshot({ path: join(process.env['PARLEY_PICTURES'], 'million.png') })
  await browser.close()
  await served.close()
  await made.close().catch(() => undefined)
  rmSync(dataDir, { recursive: true, force: true })
}
