// Parts by what they are, each with its JSON, its file and its bytes.

import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import type { Part } from '#shared/a2a/model.ts'
import { announce, become, produce, type Step } from '../agents/steps.ts'
import { expect, test } from '../fixtures/agents.ts'
import { readFrameworkCapture } from '../fixtures/framework-captures.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { copied } from '../pages/clipboard.ts'

test('a trip: every kind of part is drawn as what it is', async ({ app }) => {
  test.slow()
  const chat = new ChatPage(app.page)
  await app.page.setViewportSize({ width: 1440, height: 2400 })
  await app.window.startDemo()
  await app.window.say('Three days in Lisbon for two, by train where possible', 'Stream')
  const task = chat.task('completed')
  await expect(task.getByRole('heading', { name: 'Day 1: Alfama on foot' })).toBeVisible()
  await expect(task.getByRole('grid', { name: 'Data' }).getByRole('row')).not.toHaveCount(0)
  await expect(task.getByRole('img', { name: 'lisbon-map.png' })).toBeVisible()
  await expect(task.getByRole('grid', { name: 'Table' })).toContainText('trains')
  await expect(task.getByLabel('chime.wav')).toBeVisible()
  await expect(task).toContainText('SHA-256')
  const ticket = task.getByRole('region', { name: /\.pdf, page 1 of 1$/ })
  await expect(ticket.getByText('Not valid for travel: a demo drew this.')).toBeAttached()
  expect(await ticket.locator('canvas').evaluate(colours)).toBeGreaterThan(3)

  await task.getByRole('button', { name: 'Isolated preview' }).click()
  const preview = app.page.frameLocator('iframe[title="Isolated preview"]')
  await expect(preview.getByRole('heading', { name: 'Greetings from Alfama' })).toBeVisible()

  await expect(app.window.exchange('/files/timetable.csv')).toHaveCount(0)
  await task.getByRole('button', { name: 'Fetch' }).click()
  await expect(app.window.exchange('/files/timetable.csv')).toContainText('200')
  await expect(task.getByRole('grid', { name: 'Table' })).toHaveCount(2)

  const options = task.locator('.row').filter({ has: app.page.getByRole('grid', { name: 'Data' }) })
  await chat.choose(options, 'Part', 'Show as a tree')
  const data = task.locator('.row').filter({ has: app.page.getByRole('button', { name: /^trains, / }) })
  await expect(data.getByRole('button', { name: /^Copy the path \/trains\/0/ }).first()).toBeAttached()
  await chat.choose(data, 'Part', 'Raw')
  const raw = app.page.getByRole('dialog', { name: 'The part as JSON' })
  await expect(raw).toContainText('/result/artifactUpdate/artifact/parts/0')
  const shown = JSON.parse((await raw.locator('pre').textContent()) ?? '')
  expect(Object.keys(shown)).not.toContain('kind')
  expect(shown).toMatchObject({ data: { trains: expect.any(Array) } })
  await raw.getByRole('button', { name: 'Close' }).click()
  await expect(raw).toHaveCount(0)
  await app.window.console.getByRole('tab', { name: 'Findings' }).click()
  await chat.choose(data, 'Part', 'Show on the wire')
  await expect(
    app.page.getByRole('grid', { name: 'Frames' }).getByRole('row', { selected: true }),
  ).toContainText('Options')
})

test('what crossed as protobuf is shown as the JSON it decodes to, and said to be', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('v1.0-grpc')
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('direct', 'Send')
  const raw = app.page.getByRole('dialog', { name: 'The part as JSON' })
  for (const [said, pointer] of [
    [chat.mine(), '/message/parts/0'],
    [chat.theirs(), '/message/parts/0'],
  ] as const) {
    await chat.choose(said.locator('.row').last(), 'Part', 'Raw')
    await expect(raw).toContainText(pointer)
    await expect(raw).toContainText('Protobuf on the wire')
    await expect(raw.locator('pre')).toContainText('"text": "direct')
    await raw.getByRole('button', { name: 'Close' }).click()
    await expect(raw).toHaveCount(0)
  }
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
  // A row of a table that is none, shown as text: longer than a piece, with and without places to cut it.
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
  const shown = app.window.conversation.getByRole('region', { name: 'Text' })
  await expect(shown.locator('.text-piece').nth(5)).toHaveText(/./)
  await shown.locator('pre').evaluate((pre) => getSelection()?.selectAllChildren(pre))
  await app.page.keyboard.press('ControlOrMeta+c')
  await expect.poll(copied(app.page)).toBe(text)
})

/** How many there are on what was drawn. Runs in the page. */
function colours(element: Element): number {
  const canvas = element as HTMLCanvasElement
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  return new Set(new Uint32Array(pixels?.buffer ?? [])).size
}

test('a tool that an agent uses is drawn as a call and its result, with its data one click away', async ({
  app,
  agents,
}) => {
  const tells = (type: string, data: object, typeName = 'adk_type'): Part => ({
    kind: 'data',
    data: { id: 'c1', name: 'weather', ...data },
    metadata: { [typeName]: type },
  })
  const call = tells('function_call', { args: { city: 'Lisbon', days: 3 } })
  const result = tells('function_response', { response: { result: 'Sunny, 24 °C' } }, 'kagent_type')
  const { url } = await agents.made({
    dialect: '1.0',
    script: () => [
      announce(),
      become('working', [{ kind: 'text', text: 'Let me look that up.' }, call]),
      become('working', [result]),
      produce('a1', 'It will be sunny.'),
      become('completed'),
    ],
  })
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('weather', 'Stream')
  const task = chat.task('completed')
  const called = task.getByRole('region', { name: 'Tool weather called' })
  await expect(called).toContainText('city')
  await expect(called).toContainText('Lisbon')
  await expect(task.getByRole('region', { name: 'Tool weather result' })).toContainText('Sunny, 24 °C')
  await expect(task).toContainText('Let me look that up.')

  const row = task
    .locator('.row')
    .filter({ has: app.page.getByRole('region', { name: 'Tool weather called' }) })
  await chat.choose(row, 'Part', 'Raw')
  const raw = app.page.getByRole('dialog', { name: 'The part as JSON' })
  await expect(raw).toContainText('"adk_type": "function_call"')
  await app.page.keyboard.press('Escape')
  await chat.choose(row, 'Part', 'Show as data')
  await expect(called).toHaveCount(0)
  await expect(task).toContainText('args')
})

test('what Agno and AgentStack really sent of a tool in metadata is drawn, in its place and once, with the metadata one click away', async ({
  app,
  agents,
}) => {
  const chat = new ChatPage(app.page)
  const raw = app.page.getByRole('dialog', { name: 'The part as JSON' })
  const { url: agno } = await agents.made({ dialect: '0.3', script: () => sentBy('agno-tool') })
  await app.window.connect(agno)
  await app.window.say('use the tool', 'Stream')
  const task = chat.task('completed')
  const called = task.getByRole('region', { name: 'Tool weather called' })
  await expect(called).toContainText('Lisbon')
  await expect(task.getByRole('region', { name: 'Tool weather finished' })).toBeVisible()
  await expect(task.getByRole('region', { name: /^Tool/ })).toHaveCount(2)
  await expect(task).toHaveText(/Let me look that up\..*called.*finished.*Lisbon is a city/)
  // The answer, which Agno sends in messages, stands in its task.
  await expect(chat.theirs()).toHaveCount(0)
  const rowWith = (part: Locator) => task.locator('.row').filter({ has: part })
  await chat.choose(rowWith(app.page.getByRole('region', { name: 'Tool weather called' })), 'Part', 'Raw')
  await expect(raw).toContainText('/result/metadata')
  await expect(raw).toContainText('"agno_event_type": "tool_call_started"')
  await app.page.keyboard.press('Escape')

  const { url: agentStack } = await agents.made({ dialect: '0.3', script: () => sentBy('agentstack-tool') })
  await app.window.connect(agentStack)
  await app.window.say('use the tool', 'Stream')
  const steps = task.getByRole('region', { name: 'Step weather' })
  await expect(steps).toHaveCount(2)
  await expect(steps.first()).toContainText('city')
  await expect(steps.last()).toContainText('sunny in Lisbon')
  await chat.choose(rowWith(app.page.getByRole('region', { name: 'Step weather' })).last(), 'Part', 'Raw')
  await expect(raw).toContainText('/result/status/message/metadata')
})

test('what kagent and google-adk really sent of a call to be confirmed is drawn once, below what was said', async ({
  app,
  agents,
}) => {
  const task = new ChatPage(app.page).task('input-required')
  const tools = task.getByRole('region', { name: /^Tool/ })
  for (const [scenario, dialect, hint] of [
    ['kagent-confirm', '0.3', 'requires approval before execution'],
    ['adk-confirm', '1.0', 'Please approve or reject the tool call'],
  ] as const) {
    const { url } = await agents.made({ dialect, script: () => sentBy(scenario) })
    await app.window.connect(url)
    await app.window.say('book', 'Stream')
    await expect(task).toContainText(hint)
    await expect(tools).toHaveCount(1)
    await expect(tools).toHaveAccessibleName('Tool book needs confirmation')
    await expect(tools).toContainText('Porto, 09:00')
    await expect(task).toHaveText(/The train leaves at nine\..*needs confirmation.*Answer/)
  }
})

/** The results of a captured stream, as they came. */
function sentBy(scenario: string): readonly Step[] {
  const frames = readFrameworkCapture(scenario).exchanges[0]?.frames ?? []
  return frames.flatMap(({ raw }): Step[] => {
    const data = /^data: ?(.*)$/m.exec(raw)?.[1]
    return data === undefined ? [] : [{ step: 'json', json: JSON.parse(data).result }]
  })
}
