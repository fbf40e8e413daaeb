// The rule: no block of the main thread above 200 ms, whatever an agent sends. All freezing content of the kit is sent and
// viewed: in the chat, in the console, in the timeline, as a card.

import type { Page } from '@playwright/test'
import { freezingAnswers, freezingParts, freezingTasks } from '../agents/freezing/answers.ts'
import { freezingCards } from '../agents/freezing/cards.ts'
import { type Agents, expect, test } from '../fixtures/agents.ts'
import { watchHeld } from '../fixtures/held.ts'
import { drawEachRow, lookAtWire, pressEach, scrollThrough, settled } from '../fixtures/looking.ts'
import { CardPage } from '../pages/card-page.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { tabs } from '../pages/places.ts'

/** For an answer of megabytes through the engine: slow on a busy machine, but without freezing the window. */
const maxAnswerMs = 40_000

test.use({ viewport: { width: 1440, height: 900 }, trace: 'off', actionTimeout: 10_000 })
test.describe.configure({ timeout: 180_000 })

/** Long texts are sent alone; of the others, the beginning of each is sent with all of its kind. */
const longTexts = [
  'directions-1-mb',
  'letters-of-two-directions',
  'word-of-1-mb',
  'heading-of-4-mb',
  'emphasis-open',
  'spaces',
  'lines-of-one-letter',
  'code-json',
]

const answers = {
  texts: ['texts-together', ...longTexts],
  images: ['images-together'],
  'parts and files': Object.keys(freezingParts),
  'tasks and artifacts': Object.keys(freezingTasks),
}
/** The largest of each kind in the console, where all others are the same JSON. */
const onWireToo = new Set([
  'texts-together',
  'directions-1-mb',
  'word-of-1-mb',
  'heading-of-4-mb',
  'parts-of-text',
  'data-list',
  'data-of-words',
  'file-large',
  'artifact-names',
  'artifact-in-pieces',
  'states-many',
])

/** Content that froze a window longest before the fixes. */
const worst = ['directions-1-mb', 'word-of-1-mb', 'heading-of-4-mb', 'data-list', 'artifact-in-pieces']

for (const [group, names] of Object.entries({ 'the worst of it': worst, ...answers })) {
  const tag = names === worst ? [] : '@full'
  test(`the window goes on, whatever an agent sends: ${group}`, { tag }, async ({ app, agents }) => {
    const { page, window } = app
    const pending = await watchHeld(page)
    await window.connect((await agents.named('freezing')).url)
    for (const name of names) {
      await pending.see(`${name} in the chat`, () => lookAtAnswer(page, name))
      if (onWireToo.has(name)) await pending.see(`${name} on the wire`, () => lookAtWire(page))
      if (name in freezingTasks) await pending.see(`${name} in the timeline`, () => lookAtTimeline(page))
    }
    await pending.expectNone()
  })
}

test('what is looked at on the wire, too, is among what an agent sends', () => {
  expect(Object.values(answers).flat()).toEqual(expect.arrayContaining([...onWireToo, ...worst]))
})

const cards = Object.keys(freezingCards).map((name) => `freezing-card-${name}`)
for (const [half, names] of Object.entries({
  'the worst': cards.filter((name) => name.endsWith('-directions-everywhere')),
  'the first half': cards.slice(0, cards.length / 2),
  'the second half': cards.slice(cards.length / 2),
})) {
  const tag = half === 'the worst' ? [] : '@full'
  test(`the window goes on, whatever a card says: ${half}`, { tag }, async ({ app, agents }) => {
    const { page } = app
    const pending = await watchHeld(page)
    for (const name of names) {
      await pending.see(name, () => lookAtCard(page, agents, name))
      await pending.see(`${name} as JSON`, () => lookAtCardJson(page))
    }
    await pending.expectNone()
  })
}

async function lookAtAnswer(page: Page, name: string): Promise<void> {
  expect(freezingAnswers).toHaveProperty([name])
  const { window } = new ConsolePage(page)
  if (await window.conversation.isVisible()) {
    await window.chat.getByRole('button', { name: 'New conversation' }).click()
    await window.conversation.waitFor({ state: 'detached' })
  }
  await window.say(name, name in freezingTasks ? 'Stream' : 'Send')
  await window.conversation
    .locator('article:not([aria-label=You]), .block.problem')
    .first()
    .waitFor({ timeout: maxAnswerMs })
  await settled(page)
  if (name.endsWith('-together')) await drawEachRow(window.conversation)
  else await scrollThrough(window.conversation)
}

async function lookAtTimeline(page: Page): Promise<void> {
  const { timeline } = new ConsolePage(page).window
  await pressEach(timeline, '[role=tab]')
  await tabs.events(timeline).click()
  // A few of the visible rows, which may be the last ones.
  await pressEach(timeline, '[role=row][aria-rowindex$="2"], [role=row][aria-rowindex$="4"]')
}

async function lookAtCard(page: Page, agents: Agents, name: string): Promise<void> {
  const card = new CardPage(page)
  await card.window.connect((await agents.named(name)).url)
  await card.fact('Protocols').waitFor({ timeout: maxAnswerMs })
  await settled(page)
  await scrollThrough(card.pane.locator('.card-scroll'))
  await pressEach(card.pane, 'summary')
  await scrollThrough(card.pane.locator('.card-scroll'))
}

async function lookAtCardJson(page: Page): Promise<void> {
  const card = new CardPage(page)
  await card.showJson()
  await settled(page)
  await card.showJson()
  await card.fact('Protocols').waitFor()
}
