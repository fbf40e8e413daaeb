/// <reference lib="dom" />
// Ten thousand spans under one task: how long the list, the lanes and the waterfall take to be there, and how scrolling feels:
// node bench/spans-window.ts

import type { Page } from '@playwright/test'
import { tracedAgent } from '../e2e/agents/traced-agent.ts'
import { tabs } from '../e2e/pages/places.ts'
import { SpansPage } from '../e2e/pages/spans-page.ts'
import { feel, framesInWords } from './frame-meter.ts'
import { openPage } from './open-page.ts'
import { median } from './start-server.ts'

const count = 10_000
const rounds = 9

const { page, window, close } = await openPage()
const spans = new SpansPage(page)
let endpoint: string | undefined
const agent = await tracedAgent({ endpoint: () => endpoint })
await window.connect(agent.url)
endpoint = await spans.receive()
await page.keyboard.press('Escape')
await spans.sendTraceparent(true)
await spans.spansOf('hotels')
await spans.spansOf(`many ${count}`)
await spans.row('work 1').first().waitFor()
const calls = window.exchange('SendStreamingMessage')

const rest = await feel(page, undefined, () => page.waitForTimeout(3_000))
console.log(`at rest: frames p50, p95, worst ${framesInWords(rest)}`)
const [opening, lanes]: [number[], number[]] = [[], []]
for (let round = 0; round < rounds; round++) {
  await calls.first().click()
  await tabs.events(window.inspector).click()
  await spans.lanes.getByRole('listitem').nth(3).waitFor()
  await calls.last().evaluate((row) => row.setAttribute('data-measured', ''))
  const [timing = 0, lane = 0] = await measureOpening(page)
  opening.push(timing)
  lanes.push(lane)
}
report('from the click on the call to its first spans in the waterfall', opening)
report('from the click on its events to the lanes of its task', lanes)
await spans.openSpans()
await spans.row('work 1').first().waitFor()

const jumps: number[] = []
for (let jump = 0; jump < 30; jump++) jumps.push(await jumpTo(page, Math.floor(count * ((jump * 0.618) % 1))))
report('a jump until its rows are drawn', jumps)

const folds: number[] = []
await spans.waterfall.evaluate((grid) => grid.scrollTo(0, 0))
for (let round = 0; round < rounds; round++) folds.push(await fold(page))
report('a row folded, or its inside shown again', folds)

const felt = await feel(page, undefined, async () => {
  await spans.waterfall.hover()
  for (let step = 0; step < 200; step++) {
    await page.mouse.wheel(0, 240)
    await page.waitForTimeout(16)
  }
})
console.log(`scrolling: frames p50, p95, worst ${framesInWords(felt)} (p95 at most 17 ms)`)
console.log(`… ${felt.mostElements} elements at most`)
await close()
await agent.close()

function report(what: string, ms: readonly number[]): void {
  console.log(
    `${what}: median ${Math.round(median([...ms]))}, worst ${Math.round(Math.max(...ms))} ms of ${ms.length} (at most 100 ms)`,
  )
}

/** Timed within the page, without the delay of the browser driver. The spans are opened as soon as their tab exists. */
function measureOpening(source: Page): Promise<readonly number[]> {
  return source.evaluate(
    () =>
      new Promise<readonly number[]>((resolve) => {
        let began = performance.now()
        document.querySelector<HTMLElement>('[data-measured]')?.click()
        let [timing, lane] = [0, 0]
        const open = (name: string) => {
          const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')]
          const tab = tabs.find(({ textContent }) => textContent === name)
          if (tab?.getAttribute('aria-selected') === 'false') tab.click()
        }
        const look = () => {
          open(timing === 0 ? 'Spans' : 'Events')
          const now = performance.now() - began
          const sixth = document.querySelector('[role="treegrid"] [aria-rowindex="6"]')
          if (timing === 0 && sixth?.textContent?.includes('work')) {
            timing = now
            began = performance.now()
          }
          const named = document.querySelector('.span-lane-count')?.textContent
          if (timing > 0 && lane === 0 && named === '3,000') lane = performance.now() - began
          if (timing > 0 && lane > 0) resolve([timing, lane])
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

function jumpTo(source: Page, row: number): Promise<number> {
  return source.evaluate(
    (index) =>
      new Promise<number>((resolve) => {
        const grid = document.querySelector('[role="treegrid"]')
        const began = performance.now()
        grid?.scrollTo(0, index * 24)
        const look = () => {
          if (grid?.querySelector(`[aria-rowindex="${index + 4}"]`)) resolve(performance.now() - began)
          else requestAnimationFrame(look)
        }
        look()
      }),
    row,
  )
}

/** The first step. */
function fold(source: Page): Promise<number> {
  return source.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const row = () => document.querySelector('[role="treegrid"] [aria-rowindex="4"]')
        const before = row()?.getAttribute('aria-expanded')
        const began = performance.now()
        row()?.querySelector<HTMLElement>('button')?.click()
        const look = () => {
          if (row()?.getAttribute('aria-expanded') !== before) resolve(performance.now() - began)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}
