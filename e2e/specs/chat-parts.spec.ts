// Parts by kind, each with its JSON, its file and its bytes.

import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures/agents.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { copied } from '../pages/clipboard.ts'
import { dialogs, grids, regions, tabs } from '../pages/places.ts'

test('a trip: every kind of part is drawn as what it is', async ({ app }) => {
  test.slow()
  const chat = new ChatPage(app.page)
  await app.page.setViewportSize({ width: 1440, height: 2400 })
  await app.window.startDemo()
  await app.window.say('Three days in Lisbon for two, by train where possible', 'Stream')
  const task = chat.task('completed')
  await expect(task.getByRole('heading', { name: 'Day 1: Alfama on foot' })).toBeVisible()
  await expect(grids.data(task).getByRole('row')).not.toHaveCount(0)
  await expect(task.getByRole('img', { name: 'lisbon-map.png' })).toBeVisible()
  await expect(grids.table(task)).toContainText('trains')
  await expect(task.getByLabel('chime.wav')).toBeVisible()
  await expect(task).toContainText('SHA-256')
  const ticket = regions.pdfPage(task)
  await expect(ticket.getByText('Not valid for travel: a demo drew this.')).toBeAttached()
  expect(await ticket.locator('canvas').evaluate(colours)).toBeGreaterThan(3)

  await task.getByRole('button', { name: 'Isolated preview' }).click()
  const preview = app.page.frameLocator('iframe[title="Isolated preview"]')
  await expect(preview.getByRole('heading', { name: 'Greetings from Alfama' })).toBeVisible()

  await app.window.show('console')
  await expect(app.window.exchange('/files/timetable.csv')).toHaveCount(0)
  await app.window.show('chat')
  await task.getByRole('button', { name: 'Fetch' }).click()
  await app.window.show('console')
  await expect(app.window.exchange('/files/timetable.csv')).toContainText('200')
  await app.window.show('chat')
  await expect(grids.table(task)).toHaveCount(2)

  const options = task.locator('.row').filter({ has: grids.data(app.page) })
  await chat.choose(options, 'Part', 'Show as a tree')
  const data = task.locator('.row').filter({ has: app.page.getByRole('button', { name: /^trains, / }) })
  await expect(data.getByRole('button', { name: /^Copy the path \/trains\/0/ }).first()).toBeAttached()
  await chat.choose(data, 'Part', 'Raw')
  const raw = dialogs.partAsJson(app.page)
  await expect(raw).toContainText('/result/artifactUpdate/artifact/parts/0')
  const shown = JSON.parse((await raw.locator('pre').textContent()) ?? '')
  expect(Object.keys(shown)).not.toContain('kind')
  expect(shown).toMatchObject({ data: { trains: expect.any(Array) } })
  await raw.getByRole('button', { name: 'Close' }).click()
  await expect(raw).toHaveCount(0)
  await app.window.show('console')
  await tabs.findings(app.window.console).click()
  await app.window.show('chat')
  await chat.choose(data, 'Part', 'Show request')
  await expect(app.window.events.getByRole('row', { selected: true })).toContainText('Options')
})

test('what is open in the chat stays open when the answer names a context', async ({ app, agents }) => {
  const answer = Promise.withResolvers<void>()
  const { url } = await agents.named('v1.0', {
    async *script() {
      await answer.promise
      yield { step: 'message', parts: [{ kind: 'text', text: 'fine' }] }
    },
  })
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('hello', 'Send')
  await chat.mine().getByRole('button', { name: 'Part', exact: true }).click()
  const menu = app.page.getByRole('menu')
  await expect(menu).toBeVisible()
  answer.resolve()
  await expect(chat.theirs()).toContainText('fine')
  await expect(menu).toBeVisible()
})

test('a file is saved under its name, clean, and byte for byte', async ({ app, agents }) => {
  const names = ['../../etc/passwd', 'invoice\u202Efdp.exe', 'C:\\a\\b.txt', 'CON.txt']
  const { url } = await agents.named('v1.0', {
    script: () => [
      {
        step: 'message',
        parts: names.map((filename) => ({
          kind: 'file-bytes',
          base64: Buffer.from('bytes').toString('base64'),
          mediaType: 'application/octet-stream',
          filename,
        })),
      },
    ],
  })
  const chat = new ChatPage(app.page)
  await app.page.setViewportSize({ width: 1440, height: 2000 })
  await app.window.connect(url)
  await app.window.say('files', 'Send')
  const saved: string[] = []
  for (const [index] of names.entries()) {
    const download = app.page.waitForEvent('download')
    await chat.choose(
      chat
        .theirs()
        .locator('.row')
        .nth(index + 1),
      'Part',
      'Save as…',
    )
    const file = await download
    saved.push(file.suggestedFilename())
    expect(await readFile(await file.path(), 'utf8')).toBe('bytes')
  }
  expect(saved).toEqual(['passwd', 'invoicefdp.exe', 'b.txt', '_CON.txt'])
})

test('a long text that is selected and copied is what the agent sent', async ({ app, agents, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // Looks like a table row but is text: longer than a piece, with and without places to break.
  const text = `${'word '.repeat(3_000)}${'letters'.repeat(3_000)}`
  const { url } = await agents.named('v1.0', {
    script: () => [
      {
        step: 'message',
        parts: [
          {
            kind: 'file-bytes',
            base64: Buffer.from(text).toString('base64'),
            mediaType: 'text/csv',
            filename: 'a.csv',
          },
        ],
      },
    ],
  })
  await app.window.connect(url)
  await app.window.say('file', 'Send')
  const shown = regions.text(app.window.conversation)
  await expect(shown.locator('.text-piece').nth(5)).toHaveText(/./)
  await shown.locator('pre').evaluate((pre) => getSelection()?.selectAllChildren(pre))
  await app.page.keyboard.press('ControlOrMeta+c')
  await expect.poll(copied(app.page)).toBe(text)
})

/** Number of distinct colours. Runs in the page. */
function colours(element: Element): number {
  const canvas = element as HTMLCanvasElement
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  return new Set(new Uint32Array(pixels?.buffer ?? [])).size
}
