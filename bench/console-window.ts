// The console at size in the window: the list, the frames of one exchange, a body of 100 MB.

import type { Locator, Page } from '@playwright/test'
import { openWindow } from '#testing/engine/open-window.ts'
import { appendLargeBody, fill } from './console-record.ts'
import { feel, framesInWords } from './frame-meter.ts'
import { openPage } from './open-page.ts'
import { median } from './start-server.ts'

const bodyBytes = 100_000_000

export async function measureConsole(exchanges: number, frames: number): Promise<void> {
  const { page, window, close } = await openPage(async (dataDir) => {
    const { engine } = await openWindow({ dataDir })
    const sessionId = await fill(engine.record, exchanges, frames)
    appendLargeBody(engine.record, sessionId, bodyBytes)
    await engine.close()
  })
  await window.chat.waitFor()
  await window.show('console')
  await window.exchange('LargeAnswer').waitFor({ timeout: 60_000 })
  await measureGrid(page, 'list', window.exchanges, 25, exchanges)

  const filter = window.console.getByRole('combobox', { name: /filter/i })
  await timed('filtered by status:error, from the last key to none left', async () => {
    await filter.fill('status:error')
    await window.console.getByText(/No requests?/).waitFor()
  })
  await timed('filtered by method:SendStreamingMessage dur>90ms, to its rows', async () => {
    await filter.fill('method:SendStreamingMessage dur>90ms')
    await window.exchange('SendStreamingMessage').first().waitFor()
  })
  await filter.fill('')

  // The position before the filter.
  await window.exchanges.focus()
  await page.keyboard.press('End')
  await window.exchange('LargeAnswer').waitFor()
  const body = page.getByRole('region', { name: 'Response body' })
  const opened = await feel(page, undefined, async () => {
    await window.exchange('LargeAnswer').click()
    await body.getByText('"jsonrpc"').first().waitFor()
  })
  report('100 MB: from the click to its first megabyte', `${Math.round(opened.ms)} ms`)
  report('… frames p50, p95, worst', framesInWords(opened))
  const more = await feel(page, undefined, async () => {
    await body.getByRole('button', { name: 'Load more' }).click()
    await body.getByText(/^The first 9\.4 MB of/).waitFor({ timeout: 120_000 })
  })
  report('… eight more', `${Math.round(more.ms)} ms`)
  report('… frames p50, p95, worst', framesInWords(more))

  await window.exchanges.focus()
  await page.keyboard.press('ArrowUp')
  const grid = page.getByRole('grid', { name: 'Events' })
  await timed('a million events: from the key to the first rows', () =>
    grid.getByRole('row').nth(5).waitFor({ timeout: 60_000 }),
  )
  await measureGrid(page, 'events', grid, 23, frames)
  await close()
}

async function measureGrid(
  page: Page,
  what: string,
  grid: Locator,
  rowHeight: number,
  rows: number,
): Promise<void> {
  const jumps: number[] = []
  for (let jump = 0; jump < 30; jump++)
    jumps.push(await jumpTo(grid, Math.floor((rows - 100) * ((jump * 0.618) % 1)), rowHeight))
  report(
    `${what}: a jump until its rows are drawn, median / worst of 30`,
    `${Math.round(median(jumps))} / ${Math.round(Math.max(...jumps))} ms`,
  )
  const felt = await feel(page, undefined, async () => {
    await grid.hover()
    for (let step = 0; step < 200; step++) {
      await page.mouse.wheel(0, 240)
      await page.waitForTimeout(16)
    }
  })
  report('… scrolling, frames p50, p95, worst (p95 at most 17 ms)', framesInWords(felt))
  report('… elements, at most', felt.mostElements.toLocaleString('en'))
}

/** Timed within the page, until the row has its text. */
function jumpTo(grid: Locator, row: number, rowHeight: number): Promise<number> {
  return grid.evaluate(
    (element, { top, index }) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        element.scrollTop = top
        const look = () => {
          const drawn = element.querySelector(`[aria-rowindex="${index + 5}"]`)
          if (drawn?.textContent) resolve(performance.now() - began)
          else requestAnimationFrame(look)
        }
        look()
      }),
    { top: row * rowHeight, index: row },
  )
}

async function timed(what: string, act: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await act()
  report(what, `${Math.round(performance.now() - began)} ms`)
}

function report(what: string, measured: string): void {
  console.log(`window, ${what}`.padEnd(72), measured)
}
