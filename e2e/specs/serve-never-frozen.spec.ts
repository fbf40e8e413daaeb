// The rule: no block of the main thread above 200 ms, whatever an agent sends. Everything of the kit that is made to hold a window is
// sent to it and looked at: in the chat, on the wire, in the timeline.

import type { Page } from '@playwright/test'
import { freezingAnswers, freezingParts, freezingTasks } from '../agents/freezing/answers.ts'
import { freezingImages } from '../agents/freezing/images.ts'
import { freezingTexts } from '../agents/freezing/texts.ts'
import { byWord, direct } from '../agents/scripts.ts'
import { expect, test } from '../fixtures/agents.ts'
import { type MainThread, watchMainThread } from '../fixtures/main-thread.ts'
import { ConsolePage } from '../pages/console-page.ts'

const maxBlockMs = 200
const isAllAsked = process.env['PARLEY_FREEZING'] === 'all'
/** An answer of megabytes on its way through the engine: on a busy machine that takes long, and holds no window. */
const maxAnswerMs = 40_000

test.use({ viewport: { width: 1440, height: 900 }, trace: 'off', actionTimeout: 10_000 })

const script = byWord(freezingAnswers, direct())
const texts = Object.keys(freezingTexts)
const groups = {
  'texts of code and of all directions': texts.slice(0, texts.length / 2),
  'texts of markup': texts.slice(texts.length / 2),
  images: Object.keys(freezingImages),
  'parts and files': Object.keys(freezingParts),
  'tasks and artifacts': Object.keys(freezingTasks),
}
/** What is the most of its kind on the wire, where all else is the same JSON. */
const onWireToo = new Set([
  'code-json',
  'directions-1-mb',
  'word-of-1-mb',
  'heading-of-4-mb',
  'parts-of-text',
  'data-list',
  'data-of-words',
  'file-large',
  'artifact-names',
  'states-many',
])

for (const [group, answers] of Object.entries(groups)) {
  test(`the window goes on, whatever an agent sends: ${group}`, async ({ app, agents }) => {
    test.skip(group !== 'images' && !isAllAsked, 'Minutes long: PARLEY_FREEZING=all runs it.')
    test.setTimeout(30_000 + answers.length * 20_000)
    const { page, window } = app
    const agent = await agents.made({ dialect: '1.0', script })
    await window.connect(agent.url)
    const thread = await watchMainThread(page)
    const held: string[] = []
    for (const name of answers) {
      await test.step(name, async () => {
        const inChat = await thread.longestBlock(() => lookAtAnswer(page, name))
        report(held, thread, `${name} in the chat`, inChat)
        if (onWireToo.has(name)) {
          report(held, thread, `${name} on the wire`, await thread.longestBlock(() => lookAtWire(page)))
        }
        await window.chat.getByRole('button', { name: 'New context' }).click()
        await expect(window.conversation).toHaveCount(0)
      })
    }
    expect(held).toEqual([])
  })
}

async function lookAtAnswer(page: Page, name: string): Promise<void> {
  const { window } = new ConsolePage(page)
  await window.say(name, name in freezingTasks ? 'Stream' : 'Send')
  await expect(
    window.conversation.locator('article:not([aria-label=You]), .block.problem').first(),
  ).toBeVisible({ timeout: maxAnswerMs })
  await settled(page)
  for (const part of [0, 0.5, 1]) {
    await window.conversation.evaluate((log, share) => log.scrollTo(0, log.scrollHeight * share), part)
    await settled(page)
  }
}

async function lookAtWire(page: Page): Promise<void> {
  const console = new ConsolePage(page)
  await console.window.exchange('Message').last().click()
  await expect(console.tabs).toBeVisible()
  for (const tab of await console.tabs.getByRole('tab').all()) {
    await tab.click()
    await settled(page)
    for (const form of await console.forms.all()) {
      await form.click()
      await settled(page)
    }
  }
  await page.keyboard.press('Escape')
}

/** Until the page has nothing more to draw. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const idle = () =>
      new Promise<number>((resolve) => requestIdleCallback((left) => resolve(left.timeRemaining())))
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let quiet = 0; quiet < 3; ) {
      await frame()
      quiet = (await idle()) > 4 ? quiet + 1 : 0
    }
  })
}

function report(held: string[], thread: MainThread, where: string, block: number): void {
  const bound = thread.here(maxBlockMs)
  const words = `${where}: ${Math.round(block)} ms of ${Math.round(bound)}`
  // What is near the bound is worth a look before it is over it.
  if (block > bound / 2) test.info().annotations.push({ type: 'main thread', description: words })
  if (block > bound) held.push(words)
}
