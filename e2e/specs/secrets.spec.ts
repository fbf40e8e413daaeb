// Secrets in a window: what an agent repeats in every spelling appears on no page, in none of its storage, in nothing copied or
// saved, and in no file. For the engine's own output see sessions/outputs.test.ts.

import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures/app.ts'
import { everythingIn, everythingOn } from '../fixtures/everything.ts'
import { inAddresses, leaksIn, planted } from '../fixtures/planted-secrets.ts'
import { repeatingAgent } from '../fixtures/repeating-agent.ts'
import { CardPage } from '../pages/card-page.ts'
import { copied } from '../pages/clipboard.ts'
import { ConsolePage } from '../pages/console-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

const existing = [planted.bearer, planted.headerKey, ...Object.values(inAddresses)]

test('secrets that an agent repeats are nowhere to be found', async ({ app, dataDir }) => {
  const agent = await repeatingAgent()
  const { window, page } = app
  const card = new CardPage(page)
  const wire = new ConsolePage(page)
  const clean = async () => expect(leaksIn(await everythingOn(page), existing)).toEqual([])

  await window.address.fill(`${agent.url}/?sig=${inAddresses.sig}`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(window.card.getByRole('heading', { name: 'Repeats' })).toBeVisible()
  await expect(window.address).toHaveValue(/\/\?sig=\[secret:\w{8}\]$/)
  await card.open('access')
  await card.dialog.getByRole('button', { name: 'Bearer token' }).click()
  await card.dialog.getByRole('textbox', { name: 'Bearer token' }).fill(planted.bearer)
  await card.dialog.getByRole('button', { name: 'Save access' }).click()
  await expect(card.dialog).toBeHidden()
  agent.given.push(planted.bearer)
  await clean()

  await window.say('hello')
  await expect(window.conversation.getByRole('article', { name: 'Agent' })).toContainText('hello [secret:')
  await clean()
  await window.show('console')
  await window.exchange('message/send').click()
  for (const tab of await wire.tabs.getByRole('tab').all()) {
    await tab.click()
    await clean()
  }
  for (const [menu, holds] of [
    ['cURL (bash)', 'curl --url'],
    ['A2A SDK (Python)', 'import'],
  ] as const) {
    await page.getByRole('button', { name: 'Copy as' }).click()
    await page.getByRole('menuitem', { name: menu }).click()
    await expect.poll(copied(page)).toContain(holds)
    expect(leaksIn(await copied(page)(), existing)).toEqual([])
  }
  const reported = page.waitForEvent('download')
  await wire.choose('Save a bug report')
  const report = await readFile(await (await reported).path(), 'utf8')
  expect(report).toContain('# message/send')
  expect(leaksIn(report, existing)).toEqual([])

  await app.stop()
  const files = await everythingIn(dataDir)
  expect(files).toContain('Repeats')
  expect(files).toContain('[secret:')
  expect(leaksIn(files, existing)).toEqual([])
  await agent.close()
})
