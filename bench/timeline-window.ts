// The same in the window: the time until a task of a million events is on screen, the frames of a jump and of
// scrolling, and whether the window keeps up with a stream.

import { join } from 'node:path'
import { openWindow } from '#testing/engine/open-window.ts'
import type { ParleyWindow } from '../e2e/pages/parley-window.ts'
import { feel, framesInWords } from './frame-meter.ts'
import { beginTask } from './long-task.ts'
import { type OpenPage, openPage } from './open-page.ts'
import { median, startChatAgent } from './start-server.ts'

type Report = (what: string, measured: string) => void

const agentName = '127.0.0.1:9'
const pictures = process.env['PARLEY_PICTURES']

export async function measureWindow(events: number, report: Report): Promise<void> {
  await measureLong(events, report)
  await measureLive(5_000, 10, report)
}

async function measureLong(events: number, report: Report): Promise<void> {
  const opened = await openPage(async (dataDir) => {
    const { engine, idOf } = await openWindow({ dataDir })
    const task = beginTask(engine.record, 'states', await idOf(`http://${agentName}`))
    task.append(events)
    task.end()
    await engine.close()
  })
  const { page, window } = opened
  const agent = window.agents.getByRole('button', { name: new RegExp(agentName) }).first()
  await agent.click()
  await window.agents.getByRole('button', { name: 'Conversations of all recordings' }).click()
  const conversation = window.agents.getByRole('list', { name: 'Conversations' }).getByRole('button').first()
  await conversation.waitFor()
  const began = performance.now()
  await conversation.click()
  await window.events.getByRole('row').nth(5).waitFor({ timeout: 60_000 })
  report('window: from the click on the conversation to the task with its events (at most 1 s)', inMs(began))
  await window.timeline.getByText('completed').first().waitFor({ timeout: 600_000 })
  report('… all of it read', inMs(began))

  const jumps: number[] = []
  for (let jump = 0; jump < 30; jump++)
    jumps.push(await jumpTo(window, Math.floor(events * ((jump * 0.618) % 1))))
  report(
    '… a jump until its rows are drawn, median / worst of 30 (at most 50 ms)',
    `${Math.round(median(jumps))} / ${Math.round(Math.max(...jumps))} ms`,
  )
  const felt = await scrolling(opened)
  report('… scrolling, frames p50, p95, worst (p95 at most 17 ms)', framesInWords(felt))
  report('… elements, at most', felt.mostElements.toLocaleString('en'))
  if (pictures) await page.screenshot({ path: join(pictures, 'million.png') })
  await opened.close()
}

/** Timed within the page, without the delay of the browser driver. */
function jumpTo({ events }: ParleyWindow, row: number): Promise<number> {
  return events.evaluate(
    (grid, index) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        grid.scrollTop = index * 27
        const look = () => {
          const drawn = grid.querySelector(`[aria-rowindex="${index + 5}"]`)
          if (drawn) resolve(performance.now() - began)
          else requestAnimationFrame(look)
        }
        look()
      }),
    row,
  )
}

function scrolling({ page, window }: OpenPage) {
  return feel(page, undefined, async () => {
    await window.events.hover()
    for (let step = 0; step < 200; step++) {
      await page.mouse.wheel(0, 240)
      await page.waitForTimeout(16)
    }
  })
}

/** A watched stream of so many events per second: the time from its end until all of it is on screen. */
async function measureLive(perSecond: number, seconds: number, report: Report): Promise<void> {
  const agent = await startChatAgent()
  const { page, window, close } = await openPage()
  await window.connect(agent.url)
  await window.card.getByRole('heading', { name: 'Large answers' }).waitFor()
  const rest = await feel(page, undefined, () => page.waitForTimeout(3_000))
  const all = perSecond * seconds
  const felt = await feel(
    page,
    undefined,
    async () => {
      const row = window.events.getByRole('row').filter({ hasText: `${all.toLocaleString('en')} chunks` })
      await row.waitFor({ timeout: 120_000 })
      await window.timeline.getByText('completed').first().waitFor()
    },
    () => window.say(`chunks ${all} ${perSecond}`, 'Stream'),
  )
  const behindMs = felt.ms - seconds * 1_000
  report('window at rest, frames p50, p95, worst', framesInWords(rest))
  report(
    `window: ${perSecond.toLocaleString('en')} events/s for ${seconds} s: all on screen after the last was sent`,
    `${Math.round(behindMs)} ms`,
  )
  report('… frames meanwhile p50, p95, worst (p95 at most 17 ms)', framesInWords(felt))
  if (pictures) await page.screenshot({ path: join(pictures, 'live.png') })
  await close()
  agent.close()
}

function inMs(since: number): string {
  return `${Math.round(performance.now() - since)} ms`
}
