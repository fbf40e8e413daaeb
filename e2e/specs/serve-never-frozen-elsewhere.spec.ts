// The rule of serve-never-frozen.spec.ts in the other places with an agent's content: lists, dialogs, heads, webhook calls, the
// presenter, a shared page; and streams that are broken or endless.

import { pathToFileURL } from 'node:url'
import { agent } from '../agents/agent.ts'
import { type BrokenAgentName, brokenAgent } from '../agents/broken/broken-agent.ts'
import { freezingAnswers } from '../agents/freezing/answers.ts'
import { announce, become, produce, say } from '../agents/steps.ts'
import { expect, test } from '../fixtures/agents.ts'
import { watchHeld } from '../fixtures/held.ts'
import { lookAtBodies, lookAtWire, pressEach, scrollThrough, settled } from '../fixtures/looking.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { exportedPage } from '../pages/exported-page.ts'
import { ParleyWindow } from '../pages/parley-window.ts'
import { tabLists, tabs } from '../pages/places.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, trace: 'off', actionTimeout: 10_000 })
test.describe.configure({ timeout: 180_000 })

/** Waits after a flood, or megabytes, on a busy machine: slow, but without freezing the window. */
const patiently = { timeout: 40_000 }

const marks = (characters: number): string => '\u202E\u202D'.repeat(characters / 2)
const both = (characters: number): string => 'aא'.repeat(characters / 2)

test('the window goes on, whatever stands in lists and dialogs', { tag: '@full' }, async ({
  app,
  agents,
}) => {
  const { page, window } = app
  const chat = new ChatPage(page)
  const pending = await watchHeld(page)
  let ids = 0
  const { url } = await agents.made({
    dialect: '1.0',
    name: marks(2_000),
    newId: () => `${ids++}${both(1_000)}${marks(1_000)}`,
    script: () => [
      announce(),
      become('working', both(2_000)),
      produce('a1', [{ kind: 'text', text: marks(200_000) }], { name: both(2_000) }),
      become('completed', marks(2_000)),
    ],
  })
  await window.address.fill(url)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await pending.see('five tasks', async () => {
    for (let index = 0; index < 5; index++) {
      await window.say(`${index}${both(500)}`, 'Stream')
      await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
      if (index < 4) await window.chat.getByRole('button', { name: 'New conversation' }).click()
    }
    await settled(page)
  })
  await pending.see('contexts', async () => {
    const contexts = await chat.conversations()
    await contexts.first().waitFor()
    await settled(page)
    await page.keyboard.press('Escape')
  })
  await pending.see('tasks of the agent', async () => {
    await window.run('List the tasks of the agent')
    await page.getByRole('dialog').getByRole('row').nth(5).waitFor()
    await settled(page)
    await page.keyboard.press('Escape')
  })
  await pending.see('a part as JSON', async () => {
    await chat.choose(window.conversation.getByRole('article', { name: /^Task/ }), 'Part', 'Raw')
    await page.getByRole('dialog').locator('.raw-part').waitFor()
    await scrollThrough(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
  })
  await pending.see('an artifact', async () => {
    await tabs.artifacts(window.timeline).click()
    await window.timeline.getByRole('button', { name: 'Open' }).last().click()
    await page.getByRole('dialog').waitFor()
    await settled(page)
    await page.keyboard.press('Escape')
  })
  await pending.see('the presenter', async () => {
    await window.run('Presenter mode')
    await settled(page)
    await scrollThrough(window.conversation)
    await page.keyboard.press('Escape')
    await settled(page)
  })
  await window.show('console')
  await pending.see('findings', async () => {
    const list = tabLists.console(window.console)
    await tabs.findings(list).click()
    await settled(page)
    await tabs.wire(list).click()
  })
  await pending.expectNone()
})

test('the window goes on, whatever stands in heads, faults and gRPC', { tag: '@full' }, async ({
  app,
  agents,
}) => {
  const { page, window } = app
  const pending = await watchHeld(page)
  const heads = await agents.made({
    dialect: '1.0',
    script: () => [say('fine')],
    quirks: [
      {
        reply: (answer, { request }) =>
          request.method === 'POST'
            ? {
                ...answer,
                headers: [
                  ...answer.headers,
                  ...Array.from({ length: 900 }, (_, index): [string, string] => [
                    `x-${index}`,
                    'é'.repeat(40),
                  ]),
                ],
              }
            : answer,
      },
    ],
  })
  await window.connect(heads.url)
  await pending.see('a head of 900 fields', async () => {
    await window.say('hello', 'Send')
    await window.conversation.locator('article:not([aria-label=You]), .block.problem').first().waitFor()
    await lookAtWire(page)
  })
  const grpc = await agents.made({
    dialect: '1.0-grpc',
    script: () => [{ step: 'throw', message: both(1_500) }],
  })
  await window.connect(grpc.url)
  await pending.see('a gRPC status', async () => {
    await window.say('hello', 'Stream')
    await window.conversation.locator('article:not([aria-label=You]), .block.problem').first().waitFor()
    await lookAtWire(page)
  })
  await pending.expectNone()
})

test('the window goes on, whatever a webhook brings', { tag: '@full' }, async ({ app, agents }) => {
  const { page } = app
  const webhooks = new WebhooksPage(page)
  const pending = await watchHeld(page)
  await webhooks.waitingAt((await agents.named('push-good')).url)
  const address = await webhooks.address()
  await webhooks.list('Calls')
  const bodies = {
    'direction marks': { statusUpdate: { taskId: marks(4_000), status: { message: marks(1_000_000) } } },
    'a word': { task: { id: 'x'.repeat(1_000_000) } },
    'many members': Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, index])),
  }
  for (const [index, [what, body]] of Object.entries(bodies).entries()) {
    await pending.see(`a webhook call of ${what}`, async () => {
      await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/a2a+json' },
        body: JSON.stringify(body),
      })
      await webhooks.call(index).click()
      await settled(page)
      await pressEach(webhooks.inspector, '[role=tablist][aria-label="Inspector"] [role=tab]')
      await tabs.verdict(webhooks.inspector).click()
      const wire = new ConsolePage(page)
      await expect(wire.bodyForms).toHaveCount(1)
      await lookAtBodies(wire)
    })
  }
  await pending.expectNone()
})

/** Large streams, whose exchange is viewed in all its forms. */
const largeStreams: readonly BrokenAgentName[] = ['endless-frame', 'flood']
const streams: readonly BrokenAgentName[] = [
  'hundred-megabytes',
  'gzip-bomb',
  'nul-bytes',
  'not-utf8',
  'not-json',
  'untyped-stream',
  'ndjson',
  'ends-mid-frame',
  'endless-headers',
  'html',
  // Last, since everything else waits until the engine has read them.
  ...largeStreams,
]

test('the window goes on, whatever a stream is', { tag: '@full' }, async ({ app }) => {
  const { page, window } = app
  const pending = await watchHeld(page)
  for (const name of streams) {
    await pending.see(name, async () => {
      const broken = await brokenAgent(name)
      const sound = await agent({
        dialect: '1.0',
        name,
        card: {
          supportedInterfaces: [{ url: broken.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
        },
      })
      await window.connect(sound.url)
      // Earlier input would go to the previous agent.
      await window.chat.getByText(`with ${name}`, { exact: true }).waitFor(patiently)
      await window.say('hello', 'Stream')
      // Not the previous one, which is still shown.
      const another = page.locator('[aria-selected=false]')
      await window.show('console')
      await window.exchange('Message').last().and(another).click(patiently)
      await new ConsolePage(page).tabs.waitFor()
      // Endless streams never settle.
      await settled(page, 1_000)
      await broken.close()
      if (largeStreams.includes(name)) await lookAtWire(page)
      await sound.close()
    })
  }
  await pending.expectNone()
})

test('a shared page goes on, whatever is in it', { tag: '@full' }, async ({ app, agents, browser }, info) => {
  const { page, window } = app
  await window.connect((await agents.named('freezing')).url)
  for (const [before, name] of [
    'texts-together',
    'directions-1-mb',
    'data-table-of-two-directions',
  ].entries()) {
    expect(freezingAnswers).toHaveProperty([name])
    await window.say(name, 'Send')
    await window.show('console')
    await expect(window.exchange('Message')).toHaveCount(before + 1, patiently)
    // Not "200 · open": an open exchange is not in the page.
    await expect(window.exchange('Message').last()).toContainText(/200(?! · open)/, patiently)
  }
  const file = await exportedPage(page, info, () => window.run('Export the recording'))

  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } })
  const shared = await context.newPage()
  const pending = await watchHeld(shared)
  const parleyWindow = new ParleyWindow(shared)
  await pending.see('a shared page, opened', async () => {
    await shared.goto(pathToFileURL(file).href)
    await parleyWindow.conversation.locator('article:not([aria-label=You])').first().waitFor(patiently)
    await settled(shared)
  })
  await pending.see('its chat', () => scrollThrough(parleyWindow.conversation))
  await pending.see('its wire', () => lookAtWire(shared))
  await pending.expectNone()
  await context.close()
})
