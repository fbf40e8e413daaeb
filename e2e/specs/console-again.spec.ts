import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/agents.ts'
import { ConsolePage } from '../pages/console-page.ts'
import { regions } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

/** Pasted, since the editor closes typed brackets. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await page.getByRole('textbox', { name: 'Body to send' }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
}

/** Among the members of the parameters, which are empty. */
async function expectSuggestion(page: Page, method: string, member: string): Promise<void> {
  const text = `{"method":"${method}","params":{}}`
  await paste(page, text)
  await expect(new ConsolePage(page).composer).toContainText(text)
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  // Suggestions opened before the editor has parsed the pasted text are incomplete and stay until they are closed.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Space')
    await expect(page.getByRole('listbox', { name: 'Suggest' })).toContainText(member, { timeout: 2_000 })
  }).toPass()
  await page.keyboard.press('Escape')
}

test('a request is resent as it was, and edited: what is wrong is said, and sent byte for byte', async ({
  app,
  agents,
}) => {
  // The editor with its schema, a hover and completions take half a minute on a busy machine.
  test.slow()
  const kit = await agents.made({ dialect: '1.0' })
  const { window, page } = app
  const wire = new ConsolePage(page)
  await wire.openExchange(kit.url, 'direct once')
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  await expect(window.exchange('SendMessage')).toHaveCount(2)
  const bodies = () =>
    kit.requests.filter(({ method }) => method === 'POST').map(({ body }) => body.toString())
  await expect.poll(() => bodies()[1]).toBe(bodies()[0])

  await page.getByRole('button', { name: 'Edit and resend' }).click()
  const { composer } = wire
  await expect(composer).toContainText('Valid as A2A 1.0.')
  // A hover before the editor has its schema shows nothing until the pointer moves.
  await expect(async () => {
    await composer.getByText('"method"').hover()
    await composer.getByText('"ROLE_USER"').hover()
    await expect(page.getByRole('tooltip')).toContainText('Who speaks.', { timeout: 2_000 })
  }).toPass()
  await expectSuggestion(page, 'SendMessage', 'configuration')

  const text = '{"jsonrpc":"2.0", "id":7,"method":"SendMessage","params":{"message":{"role":"ROLE_USER"}}}'
  await paste(page, text)
  await expect(composer.getByRole('list', { name: 'Problems in the request' })).toContainText('messageId')
  await composer.getByRole('button', { name: 'Send anyway' }).click()
  await expect(window.exchange('SendMessage')).toHaveCount(3)
  await expect.poll(() => bodies()[2]).toBe(text)
  await expect(window.exchanges.getByRole('row', { selected: true })).toContainText('SendMessage')
})

test('the first editor of a window suggests members as later ones do', async ({ app, agents }) => {
  const kit = await agents.made({ dialect: '1.0' })
  await new ConsolePage(app.page).compose(kit.url)
  await expectSuggestion(app.page, 'SendMessage', 'configuration')
})

test('a request is composed from a template of any version, or of bytes', async ({ app, agents }) => {
  const kit = await agents.made({ dialect: '1.0' })
  const { window, page } = app
  const wire = new ConsolePage(page)
  await wire.compose(kit.url)
  const { composer } = wire
  await composer.getByRole('combobox', { name: 'Start from' }).selectOption({ label: 'List tasks' })
  await expect(composer).toContainText('Valid as A2A 1.0.')
  await composer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(window.exchange('ListTasks')).toContainText('200')

  await page.getByRole('button', { name: 'Continue composing' }).click()
  await composer.getByRole('combobox', { name: 'Version' }).selectOption('none')
  await composer.getByRole('combobox', { name: 'Method' }).fill('PUT')
  await composer.getByRole('textbox', { name: 'Address to send to' }).fill(`${kit.url}/bytes`)
  await composer.getByRole('button', { name: 'Bytes' }).click()
  await composer.getByRole('textbox', { name: 'Bytes to send' }).fill('00 ff 0')
  await expect(composer.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await composer.getByRole('textbox', { name: 'Bytes to send' }).fill('00 ff 0a')
  await composer.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(window.exchange('/bytes')).toBeVisible()
  await expect.poll(() => kit.requests.at(-1)?.body.toString('hex')).toBe('00ff0a')
})

test('the same is asked as 0.3 and both answers stand side by side, ids and times folded', async ({
  app,
  agents,
}) => {
  const kit = await agents.made({ dialect: ['1.0', '0.3'] })
  const { page } = app
  const wire = new ConsolePage(page)
  await wire.openExchange(kit.url, 'direct once')
  await wire.choose('Repeat over another version or binding…')
  await page
    .getByRole('listitem')
    .filter({ hasText: '0.3 · JSON-RPC' })
    .getByRole('button', { name: 'Ask' })
    .click()
  const compared = regions.twoExchangesCompared(page)
  await expect(compared).toContainText('message/send')
  await expect(compared.getByRole('status')).toContainText('No differences')
  await compared.getByRole('button', { name: 'JSON' }).click()
  await expect(regions.request(compared)).toContainText('SendMessage')
  await expect(compared).toContainText('Equal: Response, decoded')
  await compared.getByRole('button', { name: 'Show ids and times' }).click()
  await expect(regions.decodedResponse(compared)).toContainText('messageId')
  await compared.getByRole('button', { name: 'Close the comparison' }).click()
  await expect(wire.tabs).toBeVisible()

  // A running stream is compared as far as it arrived, and updated.
  await app.window.say('rate 20 100', 'Stream')
  await app.window.show('console')
  await app.window.exchange('SendStreamingMessage').click()
  await wire.choose('Compare with another')
  await app.window.exchange('message/send').click()
  await expect(compared).toContainText('SendStreamingMessage')
  await expect(compared).toContainText(/kB · \d+\.\d\d s/)
})
