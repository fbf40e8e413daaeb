// Malicious content in a conversation is displayed: nothing is executed, nothing is fetched.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Part } from '#shared/a2a/model.ts'
import { expect, test } from '../fixtures/agents.ts'
import { actingPdf, endlessPdf, lockedPdf, pdf } from '../fixtures/pdf-files.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { regions } from '../pages/places.ts'

const script = '<script>document.title="pwned"</script><img src=x onerror="document.title=\'pwned\'">'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const file = (text: string, mediaType: string, filename: string): Part => ({
  kind: 'file-bytes',
  base64: base64(text),
  mediaType,
  filename,
})

const partsOf = (host: string): readonly Part[] => [
  {
    kind: 'text',
    text: `${script} [click](javascript:document.title='pwned') ![x](${host}/i.png)`,
  },
  { kind: 'text', text: script, mediaType: 'text/html' },
  { kind: 'data', data: { [script]: script, __proto__x: 1 } },
  file(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title="pwned"</script><image href="${host}/s.png"/></svg>`,
    'image/svg+xml',
    'a.svg',
  ),
  file(`${script}<img src="${host}/h.png"><form action="${host}"></form>`, 'text/html', 'a.html'),
  file(`a,b\n${script},=cmd()`, 'text/csv', `${script}.csv`),
  file(String(actingPdf(host)), 'application/pdf', 'acting.pdf'),
  file('GIF8 but no picture', 'image/png', 'lie.png'),
  { kind: 'file-url', url: 'javascript:document.title="pwned"', filename: 'a.js' },
  { kind: 'file-url', url: `${host}/file`, filename: 'b' },
  { kind: 'file-bytes', base64: '!!!', filename: 'broken' },
  { kind: 'unknown', raw: { script } },
]

test('nothing an agent says runs or is fetched', async ({ app, agents }) => {
  const requests: unknown[] = []
  const elsewhere = createServer((request, response) => {
    requests.push(request.url)
    response.end('a file')
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const host = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const { url } = await agents.named('v1.0', { script: () => [{ step: 'message', parts: partsOf(host) }] })
  const chat = new ChatPage(app.page)
  const title = await app.page.title()
  await app.page.setViewportSize({ width: 1440, height: 3200 })
  await app.window.connect(url)
  await app.window.say('hello', 'Send')
  const answer = chat.theirs()
  await expect(answer).toContainText('Unknown part type')
  await expect(answer).toContainText('the bytes are image/gif')
  await expect(answer).toContainText('can’t be decoded')
  for (const preview of await answer.getByRole('button', { name: 'Isolated preview' }).all())
    await preview.click()
  await expect(app.page.locator('iframe[title="Isolated preview"]')).toHaveAttribute('sandbox', '')
  const pages = regions.pdfPage(answer, 'acting.pdf')
  await pages.getByText('A page of it').click()
  await pages.press('End')
  await expect(pages).toHaveAccessibleName('acting.pdf, page 5000 of 5000')
  await expect(pages.getByText('A page of it')).toHaveCount(1)
  await expect(answer.locator('script')).toHaveCount(0)
  expect([await app.page.title(), requests, app.page.context().pages().length]).toEqual([title, [], 1])

  await answer.getByRole('button', { name: `${host}/file` }).click()
  await expect(app.page.getByRole('dialog')).toContainText('127.0.0.1')
  await app.page.keyboard.press('Escape')
  // Fetches what the user requests, and nothing else.
  await answer.getByRole('button', { name: 'Fetch' }).click()
  await expect.poll(() => requests).toEqual(['/file'])
  expect([await app.page.title(), app.page.context().pages().length]).toEqual([title, 1])
  elsewhere.close()
})

test('a PDF that is broken, locked or kilometres wide leaves its card, and takes no more than a page', async ({
  app,
  agents,
}) => {
  const parts = [
    file('%PDF-1.7 and no more', 'application/pdf', 'broken.pdf'),
    file(String(lockedPdf()), 'application/pdf', 'locked.pdf'),
    file(String(pdf({ sides: [1e9, 1e7] })), 'application/pdf', 'wall.pdf'),
  ]
  const { url } = await agents.named('v1.0', { script: () => [{ step: 'message', parts }] })
  const chat = new ChatPage(app.page)
  await app.page.setViewportSize({ width: 1440, height: 2000 })
  await app.window.connect(url)
  await app.window.say('hello', 'Send')
  await expect(chat.theirs()).toContainText('This PDF is damaged and can’t be shown.')
  await expect(chat.theirs()).toContainText('This PDF is locked with a password.')
  const wall = regions.pdfPage(chat.theirs(), 'wall.pdf')
  await wall.press('+')
  const sides = await wall
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height])
  expect(Math.max(...sides)).toBeLessThan(1_000)
  await expect(chat.theirs().getByRole('button', { name: 'Save as…' })).toHaveCount(3)
})

test('a PDF that never ends is given up after a while, and the window goes on meanwhile', async ({
  app,
  agents,
}) => {
  const parts = [file(String(endlessPdf()), 'application/pdf', 'endless.pdf')]
  const { url } = await agents.named('v1.0', { script: () => [{ step: 'message', parts }] })
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.page.clock.install()
  await app.window.say('hello', 'Send')
  await expect(regions.pdfPage(chat.theirs(), 'endless.pdf')).toContainText('Loading…')
  await app.window.message.fill('still there')
  await app.page.clock.fastForward(21_000)
  await expect(chat.theirs()).toContainText('This PDF was not drawn within 20 seconds')
  await expect(chat.theirs().getByRole('button', { name: 'Save as…' })).toBeVisible()
})

test('a megabyte on one line and hidden directions are shown, and the window stays quick', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('v1.0', {
    script: () => [
      {
        step: 'message',
        parts: [{ kind: 'text', text: `pay \u202E001\u202C now ${'*_['.repeat(350_000)}` }],
      },
    ],
  })
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('hello', 'Send')
  await expect(chat.theirs()).toBeVisible()
  await app.window.conversation.press('Home')
  await expect(app.window.conversation.getByTitle('U+202E, right-to-left override')).toBeVisible()
  await app.window.conversation.press('End')
  await expect(app.window.chat.getByRole('button', { name: 'Latest' })).toHaveCount(0)
  const elements = await app.page.evaluate(() => document.getElementsByTagName('*').length)
  expect(elements).toBeLessThan(6_000)
  await app.window.message.fill('still here')
  await expect(app.window.message).toHaveValue('still here')
})

test('an example of one long word stays within its box', async ({ app, agents }) => {
  const skill = { id: 'a', name: 'A', description: 'a', tags: [], examples: ['x'.repeat(400)] }
  const { url } = await agents.named('v1.0', { card: (plain) => ({ ...plain, skills: [skill] }) })
  await app.window.connect(url)
  const example = app.window.chat.getByRole('list', { name: 'Example prompts' }).getByRole('button')
  const overPx = () => example.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(overPx).toBe(0)
})
