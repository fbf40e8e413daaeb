import { announce, become, say } from '../agents/steps.ts'
import { expect, test } from '../fixtures/agents.ts'
import { copied } from '../pages/clipboard.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { dialogs, regions, tabs } from '../pages/places.ts'

// Wide enough for quick filters and sizes.
test.use({ viewport: { width: 1920, height: 1000 }, permissions: ['clipboard-read', 'clipboard-write'] })

test('the list is filtered in words, stands still, is cleared, and keeps what is pinned', async ({
  app,
  agents,
}) => {
  const kit = await agents.made({ dialect: '1.0' })
  const { window, page } = app
  const wire = new ConsolePage(page)
  await window.connect(kit.url)
  await wire.answered('direct one')
  await wire.answered('many 3', 'Stream')

  const filter = window.console.getByRole('combobox', { name: /filter/i })
  await filter.pressSequentially('kind:st')
  await expect(page.getByRole('listbox', { name: 'What to filter by' }).getByRole('option')).toHaveText([
    'stream',
  ])
  await page.keyboard.press('Tab')
  await expect(filter).toHaveValue('kind:stream ')
  await expect(window.exchanges.getByRole('row')).toHaveCount(2)
  await expect(window.exchanges.getByTitle(/wait .+ · receive /)).toHaveCount(1)
  await filter.fill('')
  await expect(window.exchanges.getByRole('row')).toHaveCount(4)
  const streams = window.console.getByRole('button', { name: 'Streams', exact: true })
  await streams.click()
  await expect(filter).toHaveValue('kind:stream')
  await streams.click()
  await expect(window.exchanges.getByRole('row')).toHaveCount(4)
  await window.exchange('SendMessage').click()
  await wire.choose('Mark and note…')
  const note = dialogs.markAndNote(page, 'SendMessage')
  await note.getByRole('button', { name: 'red' }).click()
  await note.getByRole('textbox', { name: 'Note' }).fill('the one that failed on Monday')
  await note.getByRole('button', { name: 'Save' }).click()
  await expect(window.exchange('SendMessage')).toContainText('marked red')
  await expect(window.exchange('SendMessage')).toContainText('the one that failed on Monday')
  await wire.choose('Pin request')
  await expect(window.exchange('SendMessage').getByLabel('Pinned')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the list (the record stays)' }).click()
  await expect(window.exchanges.getByRole('row')).toHaveCount(2)
  await expect(window.exchange('SendStreamingMessage')).toHaveCount(0)

  await page.getByRole('button', { name: 'Pause the list (recording continues)' }).click()
  await window.say('direct two')
  await expect(window.conversation.getByRole('article').last()).toContainText('direct reply')
  await window.show('console')
  await expect(window.console).toContainText('The list is paused')
  await expect(window.exchanges.getByRole('row')).toHaveCount(2)
  await window.console.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(window.exchanges.getByRole('row')).toHaveCount(3)
})

test('columns that were hidden or made wider stay so after a reload', async ({ app }) => {
  const { page, window } = app
  await window.startDemo()
  await window.show('console')
  const head = (name: string) => window.exchanges.getByRole('columnheader', { name })
  const edge = window.exchanges.getByRole('separator', { name: 'Width of Status' })
  await expect(head('Size')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Size' }).click()
  await expect(head('Size')).toHaveCount(0)
  const wider = String(Number(await edge.getAttribute('aria-valuenow')) + 48)
  const { x = 0, y = 0, width = 0 } = (await edge.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 - 48, y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(edge).toHaveAttribute('aria-valuenow', wider)
  await page.reload()
  await expect(edge).toHaveAttribute('aria-valuenow', wider)
  await expect(head('Size')).toHaveCount(0)
})

test('what is new below is no longer counted once the list has room for all of it', async ({ app }) => {
  const { page, window } = app
  const tab = tabs.wire(window.console)
  await page.setViewportSize({ width: 1920, height: 360 })
  await window.startDemo()
  for (let count = 1; count <= 8; count++) {
    await window.say(`hello ${count}`)
    await window.show('console')
    await expect(tab).toHaveText(`Requests${count + 1}`)
  }
  // It follows the end until its last row is loaded.
  await expect(window.exchanges.locator('[aria-rowindex="10"]')).toBeInViewport()
  await window.exchanges.hover()
  await window.exchanges.evaluate((box) => box.scrollTo(0, 0))
  await window.run('Toggle agents')
  await window.run('Reload agent card')
  const news = window.console.getByRole('button', { name: '1 new' })
  await expect(news).toBeVisible()
  await page.setViewportSize({ width: 1920, height: 1000 })
  await expect(tab).toHaveText('Requests10')
  await expect(news).toHaveCount(0)
})

test('an exchange shows its heads with secrets on demand, its body to search and copy from, its timing', async ({
  app,
  agents,
}) => {
  // A writable and a read-only editor take half a minute on a busy machine.
  test.slow()
  const kit = await agents.made({ dialect: '1.0' })
  const { page } = app
  const wire = new ConsolePage(page)
  await wire.compose(kit.url)
  const headers = wire.composer.getByRole('textbox', { name: /^Headers/ })
  await headers.fill(`${await headers.inputValue()}\nAuthorization: Bearer my-own-secret`)
  await wire.composer.getByRole('button', { name: 'Send', exact: true }).click()
  // Its task is shown, which mounts the exchange's tabs again.
  await expect(wire.window.timeline).toBeVisible()

  await tabs.headers(wire.tabs).click()
  const authorization = page.getByRole('definition').filter({ hasText: '••••••••' })
  await authorization.getByRole('button', { name: 'Reveal the secret' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'my-own-secret' })).toBeVisible()

  await tabs.request(wire.tabs).click()
  const body = regions.requestBody(page)
  const pointer = page.getByRole('menuitem', { name: /Copy its pointer.*\/jsonrpc/ })
  // The first click into a new editor may only focus it.
  await expect(async () => {
    await body.getByText('"jsonrpc"').click()
    await page.getByRole('button', { name: 'Copy body' }).click()
    await expect(pointer).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await pointer.click()
  await expect.poll(copied(page)).toBe('/jsonrpc')
  await page.getByRole('button', { name: 'Copy body' }).click()
  await page.getByRole('menuitem', { name: 'Copy the value at the cursor' }).click()
  await expect.poll(copied(page)).toBe('2.0')
  await body.getByText('"jsonrpc"').click()
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused()

  await tabs.timing(wire.tabs).click()
  const timing = page.getByRole('table', { name: 'Timing' })
  await expect(timing.getByRole('rowheader', { name: 'Wait for response' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'none (plain HTTP)' })).toBeVisible()
})

for (const [what, answered] of [
  ['a message', [say('fine')]],
  ['a task', [announce(), become('completed', 'fine')]],
] as const) {
  test(`a tab that was clicked stays selected when ${what} arrives, even if it was selected before`, async ({
    app,
    agents,
  }) => {
    const { page, window } = app
    const wire = new ConsolePage(page)
    const answer = Promise.withResolvers<void>()
    const { url } = await agents.named('v1.0', {
      async *script() {
        await answer.promise
        yield* answered
      },
    })
    await window.connect(url)
    await window.say('hello')
    await window.show('console')
    await window.exchange('SendMessage').click()
    const headers = tabs.headers(wire.tabs)
    await expect(headers).toHaveAttribute('aria-selected', 'true')
    await headers.click()
    answer.resolve()
    await expect(window.exchange('SendMessage')).toContainText('200')
    await expect(page.getByText('Response headers')).toBeVisible()
    await expect(headers).toHaveAttribute('aria-selected', 'true')
  })
}

test('a body is formatted at once, and stays so; one that is too long says so', async ({ app, agents }) => {
  const { page, window } = app
  const wire = new ConsolePage(page)
  await wire.openExchange((await agents.made({ dialect: '1.0', script: () => [say('fine')] })).url, 'hello')
  const waits = await page.evaluateHandle(() => {
    const observed: string[] = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes)
          if (node.textContent?.includes('Loading…')) observed.push(node.textContent)
      }
    }).observe(document, { childList: true, subtree: true })
    return observed
  })
  const body = regions.requestBody(page)
  for (const tab of ['response', 'request'] as const) await tabs[tab](wire.tabs).click()
  for (const form of ['Raw', 'Pretty']) await body.getByRole('button', { name: form }).click()
  await expect(body).toContainText('"jsonrpc"')
  expect(await waits.jsonValue()).toEqual([])

  const long = await agents.made({ dialect: '1.0', script: () => [say('x'.repeat(8_500_000))] })
  await window.connect(long.url)
  await window.say('hello')
  await window.show('console')
  await expect(window.exchange('SendMessage').last()).toContainText('8.5 MB')
  await window.exchange('SendMessage').last().click()
  await tabs.response(wire.tabs).click()
  await window.inspector.getByRole('button', { name: 'Load more' }).click()
  await expect(window.inspector.getByText('Too long to format.')).toBeVisible()
})
