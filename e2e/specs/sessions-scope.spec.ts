import { namedAgent } from '../agents/catalogue/catalogue.ts'
import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { ChatPage } from '../pages/chat-page.ts'
import type { ParleyWindow } from '../pages/parley-window.ts'
import { grids, regions, tabLists, tabs } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const shown = (window: ParleyWindow) => window.console.getByRole('combobox', { name: 'Recordings shown' })

async function beginNew(window: ParleyWindow): Promise<void> {
  await window.run('New recording')
}

test('a new session begins empty, and all sessions are one choice away', async ({ app }) => {
  const { window, page } = app
  await window.startDemo()
  await window.say('hello')
  await window.show('console')
  await expect(window.exchange('SendMessage')).toHaveCount(1)
  await window.exchange('SendMessage').click()
  await beginNew(window)
  await expect(window.console).toContainText('No requests yet')
  await window.show('chat')
  await expect(window.chat).not.toContainText('I am a travel concierge')
  await expect(window.card).toBeVisible()
  await window.show('console')
  await expect(tabs.wire(window.console)).toHaveText('Requests')
  expect(await violations(page)).toEqual([])

  await window.say('hello again')
  await window.show('console')
  await expect(window.exchange('SendMessage')).toHaveCount(1)
  await window.show('chat')
  const contexts = page.getByRole('list', { name: 'Conversations' })
  await expect(contexts.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Conversations of all recordings' }).click()
  await expect(contexts.getByRole('listitem')).toHaveCount(2)
  await window.show('console')
  await expect(shown(window)).toHaveValue('all')
  await expect(window.exchange('SendMessage')).toHaveCount(2)
  await shown(window).selectOption('This recording')
  await expect(window.exchange('SendMessage')).toHaveCount(1)

  await window.run('Show all recordings')
  await expect(window.exchange('SendMessage')).toHaveCount(2)
  await page.reload()
  await expect(window.exchange('SendMessage')).toHaveCount(2)
  await expect(shown(window)).toHaveValue('all')
})

test('an exchange that is shown from elsewhere opens, and the filter stays', async ({ app }) => {
  const { window, page } = app
  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  const selected = window.exchanges.getByRole('row', { selected: true })
  const filter = window.console.getByRole('combobox', { name: 'Filter requests' })
  await window.show('console')
  await filter.fill('kind:card')
  await expect(window.exchange('SendMessage')).toHaveCount(0)
  await window.show('chat')
  await new ChatPage(page).choose(window.conversation, 'Your message', 'Show request')
  await window.show('console')
  await expect(window.console).toContainText('The selected request doesn’t match the filter.')
  await expect(tabLists.inspector(page)).toBeVisible()
  await expect(filter).toHaveValue('kind:card')
  await window.console.getByText('Clear the filter').click()
  await expect(selected).toContainText('SendMessage')
  await expect(window.console).not.toContainText('doesn’t match the filter')
})

test('the console shows one agent where one chooses it, over a reload, and what others have is a click away', async ({
  app,
}) => {
  const { window, page } = app
  const agent = await namedAgent('v1.0').start()
  await window.startDemo()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  await beginNew(window)
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
  await window.connect(agent.url)
  await window.say('hello again')
  await window.show('console')
  const agents = window.console.getByRole('combobox', { name: 'Agents shown' })
  const column = window.exchanges.getByRole('columnheader', { name: 'Agent' })
  await expect(window.exchange('SendMessage')).toHaveCount(2)
  await expect(column).toBeVisible()
  await agents.selectOption('v1.0')
  await expect(window.exchange('SendMessage')).toHaveCount(1)
  await expect(column).toHaveCount(0)
  await page.reload()
  await expect(window.exchange('SendMessage')).toHaveCount(1)
  await expect(agents.locator('option:checked')).toHaveText('v1.0')
  await window.console.getByRole('button', { name: /^Show \d+ outside this scope$/ }).click()
  await expect(window.exchange('SendMessage')).toHaveCount(3)
  await expect(shown(window)).toHaveValue('all')
  await expect(agents).toHaveValue('')
  await agent.close()
})

test('the next start goes on with the session, unless it was ended', async ({ app }) => {
  await app.window.startDemo()
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
  await app.restart()
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toHaveCount(1)
  await app.window.show('chat')
  await expect(app.window.conversation).toContainText('I am a travel concierge')

  const recording = regions.recording(app.page)
  await app.window.run('Stop recording')
  await expect(recording.getByRole('status')).toHaveText('stopped')
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toHaveCount(1)
  await app.restart()
  const { window } = app
  await window.show('console')
  // The card of the selected agent is read again, into the new session.
  await expect(window.exchange('agent-card.json')).toHaveCount(1)
  await expect(window.exchange('SendMessage')).toHaveCount(0)
  await window.show('chat')
  await expect(window.chat).not.toContainText('I am a travel concierge')
  await window.show('console')
  await shown(window).selectOption('All recordings')
  await expect(window.exchange('SendMessage')).toHaveCount(1)
})

test('findings and their counts are those of the session', async ({ app }) => {
  const { window, page } = app
  const agent = await namedAgent('append-to-unknown').start()
  await window.connect(agent.url)
  await expect(window.card.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await window.say('hi', 'Stream')
  const findings = tabs.findings(window.console)
  await window.show('console')
  await expect(findings).not.toHaveText('Problems')
  await findings.click()
  const groups = grids.findings(page)
  await expect(groups.getByRole('row').first()).toBeVisible()
  const sessions = await window.showRecordings()
  await expect
    .poll(async () => {
      const tab = Number((await findings.textContent())?.replace(/\D/g, ''))
      const list = /(\d+) problems?/.exec(
        (await window.console.getByRole('tabpanel').textContent()) ?? '',
      )?.[1]
      const session = sessions.getByRole('listitem').first()
      const ofSession = /(\d+) problems?/.exec((await session.textContent()) ?? '')?.[1]
      return tab > 1 && [Number(list) - tab, Number(ofSession) - tab]
    })
    .toEqual([0, 0])
  await beginNew(window)
  await expect(findings).toHaveText('Problems')
  await expect(window.console).toContainText('No problems')
  await window.console.getByRole('button', { name: 'Show all recordings' }).click()
  await expect(groups.getByRole('row').first()).toBeVisible()
  await expect(window.console.getByRole('combobox', { name: 'Recording', exact: true })).toBeVisible()
  await agent.close()
})
