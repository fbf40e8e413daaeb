/// <reference lib="dom" />
// The chat under answers as large as they get, in a real browser: frames, typing, elements, and the processor time of the main thread.
// The first figures are those of the window at rest, which report what the machine's browser can do at all.
// Before it, how long a byte of the agent's takes to the screen of a window where little happens.
// Usage: node bench/chat.ts [FOLDER FOR PICTURES]

import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ParleyWindow } from '../e2e/pages/parley-window.ts'
import { type Felt, feel } from './frame-meter.ts'
import { openPage } from './open-page.ts'
import { startChatAgent } from './start-server.ts'
import { meterTasks, type Worked } from './task-meter.ts'

interface Load {
  readonly name: string
  readonly prompt: string
  readonly how: 'Send' | 'Stream'
  /** Text at the end of the reply. */
  readonly last: string | RegExp
  /** Types on in a conversation that has all of it. */
  readonly goesOn?: true
}

const loads: readonly Load[] = [
  { name: '100 chunks', prompt: 'chunks 100', how: 'Stream', last: /chunk 99 / },
  { name: '1,000 chunks', prompt: 'chunks 1000', how: 'Stream', last: /chunk 999 / },
  { name: '5,000 chunks', prompt: 'chunks 5000', how: 'Stream', last: /chunk 4999 / },
  { name: '10,000 chunks', prompt: 'chunks 10000', how: 'Stream', last: /chunk 9999 / },
  { name: '10,000 chunks, 1,000 a second', prompt: 'chunks 10000 1000', how: 'Stream', last: /chunk 9999 / },
  { name: '5,000 messages', prompt: 'messages 5000', how: 'Send', last: /Message 4999\./, goesOn: true },
  { name: '20 MB of text', prompt: 'text 20000000', how: 'Send', last: /quick brown fox/ },
  { name: 'a file of 50 MB', prompt: 'file 50000000', how: 'Send', last: /large\.bin/ },
  { name: '30,000 rows', prompt: 'rows 30000', how: 'Send', last: /row 3/ },
]

const pictures = process.argv[2]
const agent = await startChatAgent()

await byteToPixel()
console.log(
  '| | until it is there | frames p95 | worst | typing p95 | elements, at most | main thread | its longest task |',
)
console.log('|---|---|---|---|---|---|---|---|')
for (const load of [undefined, ...loads]) await inFreshWindow(load)
agent.close()

/** A piece with the time of its write is on screen with the frame after its arrival in the page. */
async function byteToPixel(): Promise<void> {
  const { page, window, close } = await openPage()
  await window.connect(agent.url)
  await window.card.getByRole('heading', { name: 'Large answers' }).waitFor()
  await page.evaluate(noteTimes)
  await window.message.fill('times 60')
  await window.chat.getByRole('button', { name: 'Stream', exact: true }).click()
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor({ timeout: 60_000 })
  const delays = await page.evaluate(() => (globalThis as unknown as { delays: number[] }).delays)
  await close()
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => inMs(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  console.log(
    `byte to pixel of ${sorted.length} pieces: median ${at(0.5)}, p95 ${at(0.95)}, worst ${at(0.999)}\n`,
  )
}

/** Runs in the page. */
function noteTimes(): void {
  const delays: number[] = []
  const visited = new Set<string>()
  new MutationObserver(() => {
    const text = document.querySelector('[aria-label="Conversation"]')?.textContent ?? ''
    for (const [, time = ''] of text.matchAll(/at (\d+\.\d)\./g)) {
      if (visited.has(time)) continue
      visited.add(time)
      // After the frame that draws it.
      requestAnimationFrame(() =>
        setTimeout(() => delays.push(performance.timeOrigin + performance.now() - Number(time))),
      )
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  Object.assign(globalThis, { delays })
}

/** A new record for each, so that earlier ones do not count. */
async function inFreshWindow(load: Load | undefined): Promise<void> {
  const { page, window, close } = await openPage()
  await window.connect(agent.url)
  await window.card.getByRole('heading', { name: 'Large answers' }).waitFor()
  const worked = await meterTasks(page)
  const felt = load
    ? await measured(page, window, load)
    : await feel(page, window.message, () => page.waitForTimeout(3_000))
  report(load?.name ?? 'at rest', felt, await worked())
  if (load?.goesOn) {
    const workedOn = await meterTasks(page)
    const after = await feel(page, window.message, () => page.waitForTimeout(3_000))
    report('… and typing on below them', after, await workedOn())
  }
  if (load && pictures)
    await page.screenshot({ path: join(pictures, `${load.prompt.replaceAll(' ', '-')}.png`) })
  await close()
}

async function measured(page: Page, window: ParleyWindow, { prompt, how, last }: Load): Promise<Felt> {
  await window.message.fill(prompt)
  const press = () => window.chat.getByRole('button', { name: how, exact: true }).click()
  const there = async () => {
    await window.conversation.getByText(last).last().waitFor({ timeout: 60_000 })
    if (how === 'Stream') {
      await window.conversation.getByRole('article', { name: 'Task completed' }).last().waitFor()
    }
  }
  return feel(page, window.message, there, press)
}

function report(name: string, felt: Felt, { busyMs, longestMs }: Worked): void {
  const { ms, p95FrameMs, worstFrameMs, typingMs, mostElements } = felt
  const times = [ms, p95FrameMs, worstFrameMs, typingMs].map(inMs)
  const figures = [...times, mostElements.toLocaleString('en'), inMs(busyMs), inMs(longestMs)]
  console.log(`| ${name} | ${figures.join(' | ')} |`)
}

function inMs(value: number): string {
  return `${Math.round(value)} ms`
}
