// The sent message equals the composed one and its preview.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/agents.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { dialogs, regions } from '../pages/places.ts'
import { WebhooksPage } from '../pages/webhooks-page.ts'

test('files, data and text go out in the order and with the names they were given', async ({
  app,
  agents,
}) => {
  const { url, requests } = await agents.named('v1.0')
  const chat = new ChatPage(app.page)
  await app.page.setViewportSize({ width: 1440, height: 1800 })
  await app.window.connect(url)
  await app.window.message.fill('echo <b>&amp;</b>')

  await chat.composer.locator('input[type=file]').setInputFiles([
    { name: 'naïve.txt', mimeType: 'text/plain', buffer: Buffer.from('one') },
    { name: 'two.bin', mimeType: '', buffer: Buffer.from([1, 2]) },
  ])
  await expect(chat.parts).toHaveCount(3)
  await app.page.evaluate(() => {
    const files = new DataTransfer()
    files.items.add(new File(['three'], 'pasted.md', { type: 'text/markdown' }))
    const composer = document.querySelector('textarea[aria-label=Message]')
    composer?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true }))
    const dropped = new DataTransfer()
    dropped.items.add(new File(['four'], 'dropped.csv', { type: 'text/csv' }))
    composer?.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  })
  await expect(chat.parts).toHaveCount(5)
  await chat.choose(chat.composer, 'Attach', 'Data or a file by URL…')
  const editor = dialogs.addPart(app.page)
  await editor.getByLabel('File by URL').check()
  await editor.getByLabel('File URL').fill('https://files.example/a.pdf')
  await editor.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(editor).toHaveCount(0)
  await chat.choose(chat.composer, 'Attach', 'Data or a file by URL…')
  await editor.locator('.monaco-editor').click()
  // The editor closes opened brackets.
  await app.page.keyboard.press('ControlOrMeta+a')
  await app.page.keyboard.insertText('{ "from": "LIS", "seats": [2, null], "<b>": "\\u00e9" ')
  await editor.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(editor).toHaveCount(0)
  await chat.press('Remove two.bin')
  await chat.press('Move naïve.txt up')

  await chat.press('Show the request')
  await expect(chat.request).toContainText('SendStreamingMessage')
  await expect(chat.request).toContainText('naïve.txt')
  await chat.press('Send')
  await expect(chat.task('completed')).toBeVisible()
  const sent = JSON.parse(String(requests.at(-1)?.body)).params.message.parts
  expect(sent).toEqual([
    { raw: 'b25l', filename: 'naïve.txt', mediaType: 'text/plain' },
    { text: 'echo <b>&amp;</b>' },
    { raw: 'dGhyZWU=', filename: 'pasted.md', mediaType: 'text/markdown' },
    { raw: 'Zm91cg==', filename: 'dropped.csv', mediaType: 'text/csv' },
    { url: 'https://files.example/a.pdf' },
    { data: { from: 'LIS', seats: [2, null], '<b>': 'é' } },
  ])
  await expect(chat.parts).toHaveCount(0)

  await chat.choose(chat.mine().locator('.row').last(), 'Part', 'Raw')
  const raw = dialogs.partAsJson(app.page)
  await expect(raw).toContainText('/params/message/parts/5')
  expect(JSON.parse(String(await raw.locator('pre').textContent()))).toEqual(sent.at(-1))
})

test('how it is sent is chosen once, shown in the dialect of the agent, and goes along', async ({
  app,
  agents,
}) => {
  const { url, requests } = await agents.named('v0.3')
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.message.fill('direct')
  await chat.press('Send options')
  const dialog = dialogs.sendOptions(app.page)
  await dialog.getByLabel('Response to “Send”').selectOption('at-once')
  await dialog.getByLabel('History length').fill('3')
  await dialog.getByLabel('Accepted output modes').fill('text/plain, image/png')
  await dialog.getByLabel('Other extensions').fill('urn:example:ext')
  await dialog.getByLabel('Message metadata').fill('{"a":')
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await dialog.getByLabel('Message metadata').fill('{"a":1}')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toHaveCount(0)
  await chat.press('Show the request')
  await expect(chat.request).toContainText('message/stream')
  await chat.press('Send')
  await expect(chat.theirs()).toBeVisible()
  const request = requests.at(-1)
  expect(JSON.parse(String(request?.body)).params).toMatchObject({
    message: { metadata: { a: 1 } },
    configuration: { blocking: false, historyLength: 3, acceptedOutputModes: ['text/plain', 'image/png'] },
  })
  expect(JSON.stringify(request?.headers)).toContain('urn:example:ext')
})

test('a draft survives a restart; what was said is recalled, quoted, edited and sent again', async ({
  app,
  dataDir,
}) => {
  test.slow()
  const { window } = app
  await window.startDemo()
  await window.say('hello')
  const chat = new ChatPage(app.page)
  await expect(chat.theirs()).toBeVisible()
  await window.message.focus()
  await app.page.keyboard.press('ArrowUp')
  await expect(window.message).toHaveValue('hello')
  await app.page.keyboard.press('Escape')
  await chat.choose(chat.mine(), 'Your message', 'Send again')
  await expect(chat.mine()).toHaveCount(2)
  await chat.choose(chat.theirs().first(), "Agent's message", 'Quote')
  await expect(window.message).toHaveValue(/^> .*travel concierge/)
  await chat.choose(chat.mine().first(), 'Your message', 'Edit and send again')
  await expect(window.message).toHaveValue('hello')
  await window.message.fill('half a thou')
  // The draft is stored after a pause in typing.
  await expect
    .poll(() => readFile(join(dataDir, 'chat.json'), 'utf8').catch(() => ''))
    .toContain('half a thou')
  await app.restart()
  await app.window.agents.getByRole('button', { name: /^Travel concierge/ }).click()
  await expect(app.window.message).toHaveValue('half a thou')
})

test('with push on, a webhook of ours goes along with the message, and the agent calls it', async ({
  app,
  agents,
}) => {
  const { url, requests } = await agents.named('push-good')
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await chat.press('Push off')
  await expect(chat.composer.getByRole('button', { name: 'Push on' })).toHaveAttribute('aria-pressed', 'true')
  const webhooks = new WebhooksPage(app.page)
  await webhooks.open()
  await expect(webhooks.console.getByText('listening on 127.0.0.1:')).toBeVisible()
  await app.window.say('hi', 'Send')
  await expect(chat.task('completed')).toBeVisible()
  const { configuration } = JSON.parse(String(requests.at(-1)?.body)).params
  expect(configuration.taskPushNotificationConfig.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hook\//)
  await app.window.show('console')
  await expect(webhooks.call(0)).toContainText('verified')
})

test('Ctrl+1 goes to the message, also from a card that fills the window', async ({ app, agents }) => {
  const { url } = await agents.named('v1.0')
  await app.window.connect(url)
  await regions.agentCard(app.page).getByRole('button', { name: 'Maximize the inspector' }).click()
  await app.page.keyboard.press('ControlOrMeta+1')
  await expect(app.window.message).toBeFocused()
  await app.page.keyboard.type('hi')
  await expect(app.window.message).toHaveValue('hi')
  await app.window.message.click()
})
