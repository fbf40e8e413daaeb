// A window that an agent's content has frozen is closed by its user. The next window reports that and leaves the content out.

import type { Page } from '@playwright/test'
import { createChannel } from '../agents/channel.ts'
import { announce, become, produce, type Step, say } from '../agents/steps.ts'
import { expect, test } from '../fixtures/agents.ts'
import type { App } from '../fixtures/app.ts'
import { CardPage } from '../pages/card-page.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { tabs } from '../pages/places.ts'

/** Stands for an unknown fault of Parley or the browser: drawing this word blocks the main thread forever. */
const spell = 'abracadabra'
/** In the first lines of a response. */
const firstName = '"jsonrpc"'

/** The agent's steps in response to "hold", and the place that freezes. */
const places = {
  Conversation: {
    steps: () => [say(spell)],
    note: 'It is shown as plain text until',
    button: 'Show formatted',
    shown: undefined,
  },
  'Task timeline': {
    steps: () => [announce(), produce('a1', 'one', { name: spell }), become('completed')],
    note: 'It isn’t drawn until you choose to.',
    button: 'Draw it',
    shown: /^Show task .* in the timeline$/,
  },
} as const

for (const [place, { steps, note, button, shown }] of Object.entries(places)) {
  const tag = place === 'Conversation' ? [] : '@full'
  test(`what held the window is not drawn by the next one until the user wants it: ${place}`, {
    tag,
  }, async ({ app, agents }) => {
    const channel = createChannel<Step>()
    const { url } = await agents.named('v1.0', {
      script: (turn) => (turn.text === 'hold' ? channel : [say('fine')]),
    })
    await cast(app.page, place)
    await app.window.connect(url)
    await app.window.say('hello', 'Send')
    await expect(new ChatPage(app.page).theirs()).toContainText('fine')
    await app.window.say('hold', 'Stream')
    // Content that is drawn in the same frame is left out as well.
    await expect(new ChatPage(app.page).mine()).toHaveCount(2)
    for (const step of steps()) void channel.put(step)
    channel.end()
    const next = await afterHeld(app)
    const chat = new ChatPage(next)
    const choose = async () => {
      await new CardPage(next).agent('v1.0').getByRole('button').first().click()
      await (await chat.conversations()).first().getByRole('button').first().click()
    }
    await choose()
    const around = next.locator(`[aria-label="${place}"]`)
    const leftOut = around.getByRole('note', { name: 'Not drawn' })
    await expect(leftOut).toContainText(note)
    await expect(leftOut).toContainText('The console has all of it.')
    // Everything else is drawn, and the window works.
    await expect(chat.window.conversation).toContainText('fine')
    await chat.window.say('again', 'Send')
    await expect(chat.theirs().filter({ hasText: 'fine' })).toHaveCount(2)
    const show = () => shown && next.getByTitle(shown).click()
    await show()

    await leftOut.getByRole('button', { name: button }).click()
    await expect(leftOut).toHaveCount(0)
    await expect(around).toContainText(spell)
    await next.reload()
    await choose()
    await show()
    await expect(around).toContainText(spell)
    await expect(leftOut).toHaveCount(0)
    await expect(next.getByRole('alert').filter({ hasText: 'stopped responding' })).toHaveCount(0)
  })
}

test('a card that held the window is not drawn by the next one until the user wants it', {
  tag: '@full',
}, async ({ app, agents }) => {
  const { url } = await agents.named('v1.0', { card: (plain) => ({ ...plain, description: spell }) })
  await cast(app.page, 'Agent card')
  await app.window.address.fill(url)
  await app.page.getByRole('button', { name: 'Connect', exact: true }).click()
  const next = await afterHeld(app)
  const card = new CardPage(next)
  await card.agent('v1.0').getByRole('button').first().click()
  const leftOut = card.pane.getByRole('note', { name: 'Not drawn' })
  await expect(leftOut).toBeVisible()
  await leftOut.getByRole('button', { name: 'Draw it' }).click()
  await expect(card.pane).toContainText(spell)
})

test('an exchange that held the window is not drawn by the next one until the user wants it', {
  tag: '@full',
}, async ({ app, agents }) => {
  const { url } = await agents.named('v1.0', { script: () => [say('fine')] })
  await app.window.connect(url)
  await app.window.say('hello', 'Send')
  await expect(new ChatPage(app.page).theirs()).toContainText('fine')
  await app.window.show('console')
  await app.window.exchange('agent-card.json').click()
  await cast(app.page, 'Inspector', firstName)
  await app.window.exchange('SendMessage').click({ noWaitAfter: true })
  const next = await afterHeld(app)
  const { window } = new ChatPage(next)
  await window.exchange('SendMessage').click()
  const leftOut = window.inspector.getByRole('note', { name: 'Not drawn' })
  await expect(leftOut).toContainText('It isn’t drawn until you choose to.')
  await expect(leftOut).not.toContainText('console')
  // Its other tabs are drawn.
  await tabs.headers(window.inspector).click()
  await expect(window.inspector).toContainText('Content-Type')
  await tabs.response(window.inspector).click()
  await leftOut.getByRole('button', { name: 'Draw it' }).click()
  await expect(window.inspector).toContainText(firstName)
})

/** Freezes the page as soon as the word is drawn in one of its regions. */
async function cast(page: Page, region: string, what = spell): Promise<void> {
  await page.evaluate(
    ([word, name]) => {
      new MutationObserver(() => {
        while (document.querySelector(`[aria-label="${name}"]`)?.textContent?.includes(word ?? ''));
      }).observe(document, { childList: true, subtree: true, characterData: true })
    },
    [what, region],
  )
}

/** The window that the user opens after the freeze. */
async function afterHeld({ page }: App): Promise<Page> {
  const origin = new URL(page.url()).origin
  const answers = () =>
    Promise.race([
      page.evaluate(() => true).catch(() => true),
      new Promise((resolve) => setTimeout(() => resolve(false), 1_500)),
    ])
  await expect.poll(answers, { message: 'the window is held' }).toBe(false)
  const next = await page.context().newPage()
  await page.close()
  await next.goto(origin)
  await expect(next.getByRole('alert').filter({ hasText: 'stopped responding' })).toBeVisible()
  return next
}
