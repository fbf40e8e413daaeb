// Agents that crash or answer garbage or HTML; two windows on one conversation; a restart during a task.

import { setTimeout } from 'node:timers/promises'
import { cut } from '../agents/http-server.ts'
import { announce, become, hold, produce, say } from '../agents/steps.ts'
import { violationsInBoth } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/agents.ts'
import { CardPage } from '../pages/card-page.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { ParleyWindow } from '../pages/parley-window.ts'
import { regions } from '../pages/places.ts'

test('a stream that breaks off says after how much, and what comes back is merged', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('closed-early')
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('hi', 'Stream')
  const task = app.window.conversation.getByRole('article', { name: /^Task/ })
  await expect(task.getByRole('status')).toContainText(/The stream closed early after \d+ event/)
  await task.getByRole('button', { name: 'Get and subscribe' }).click()
  await expect(chat.task('completed')).toContainText('chunk0')
  await expect(app.window.conversation.getByText('chunk0')).toHaveCount(1)
  await expect(app.window.conversation.getByRole('article', { name: /^Task/ })).toHaveCount(1)
})

for (const [what, status, type, body, sentence] of [
  ['garbage', 200, 'application/json', '{"jsonrpc":', 'Couldn’t parse the response'],
  ['a web page', 200, 'text/html', '<h1>Sign in</h1>', 'a web page or other markup, “Sign in”, not JSON.'],
  ['something else', 200, 'application/json', '{"jsonrpc":"2.0","result":{}}', 'Couldn’t parse the response'],
  ['500 in words', 500, 'text/plain', 'Internal Server Error', /HTTP 500.*Internal Server Error/],
  ['a detail', 422, 'application/json', '{"detail":"No such model"}', /HTTP 422.*No such model/],
  ['an error in words', 200, 'application/json', '{"error":"Out of credit"}', 'Out of credit'],
  [
    'lines of JSON as a stream',
    200,
    'text/event-stream',
    '{"n":1}\n{"n":2}\n',
    'sent lines of JSON as an event stream',
  ],
  ['503 without a word', 503, 'text/plain', '', /HTTP 503.*No error message/],
] as const) {
  test(`an agent that answers ${what}: the chat says so, with the bytes one click away`, async ({
    app,
    agents,
  }) => {
    const { url } = await agents.named('v1.0', {
      quirks: [
        {
          intercept: ({ request }) =>
            request.method === 'POST' ? { status, headers: [['Content-Type', type]], body } : undefined,
        },
      ],
    })
    await app.window.connect(url)
    await app.window.say('hi', type === 'text/event-stream' ? 'Stream' : 'Send')
    const problem = app.window.conversation.getByRole('status')
    await expect(problem).toContainText(sentence)
    await problem.getByRole('button', { name: 'Show request' }).click()
    await app.window.show('console')
    await expect(app.window.exchanges.getByRole('row', { selected: true })).toHaveCount(1)
    if (type !== 'text/event-stream') return
    const received = regions.leftover(app.page)
    await expect(received).toContainText('{"n":2}')
  })
}

test('a message whose idle connection was closed can be sent once more from where that is said', async ({
  app,
  agents,
}) => {
  let isLost = false
  const { url } = await agents.named('v1.0', {
    script: () => [say('fine')],
    quirks: [
      {
        async intercept({ request }) {
          if (request.method !== 'POST' || !isLost) return undefined
          // Late enough that the connection was accepted as open.
          await setTimeout(300)
          return { status: 200, headers: [], body: cut }
        },
        // Keeps the connection reusable, however long the browser takes.
        reply: (given) => ({
          ...given,
          headers: [...given.headers, ['Connection', 'keep-alive'], ['Keep-Alive', 'timeout=600']],
        }),
      },
    ],
  })
  await app.window.connect(url)
  const answers = app.window.conversation.getByRole('article', { name: 'Agent' })
  await app.window.say('hi', 'Send')
  await expect(answers).toHaveCount(1)
  isLost = true
  await app.window.say('hi again', 'Send')
  const problem = app.window.conversation.getByRole('status')
  await expect(problem).toContainText('An idle connection had been closed by')
  isLost = false
  await problem.getByRole('button', { name: 'Retry' }).click()
  await expect(answers).toHaveCount(2)
})

test('an error is red with its sign and words, in the list and in the chat, whatever the HTTP status', async ({
  app,
  agents,
}) => {
  test.slow()
  const { page, window } = app
  const { url } = await agents.named('v1.0', {
    *script({ text }) {
      if (text === 'refuse') yield { step: 'fault', error: { fault: 'unsupported', message: 'Not this.' } }
      yield announce()
      yield become('working')
      if (text === 'break') yield { step: 'cut' }
      yield hold
    },
    quirks: [
      {
        intercept: ({ request }) =>
          String(request.body).includes('let me in') ? { status: 401, headers: [], body: '' } : undefined,
      },
    ],
  })
  await window.connect(url)
  const red = () =>
    page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--failed)'
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })
  for (const [text, how, status, title] of [
    ['refuse', 'Send', '200 · -32004', /Error -32004/],
    ['let me in', 'Send', '401', /HTTP 401/],
    ['break', 'Stream', 'reset', /Stream failed after 2 events/],
  ] as const) {
    await window.say(text, how)
    await window.show('console')
    await expect(window.exchanges.getByText(status, { exact: true })).toHaveCSS('color', await red())
    await window.show('chat')
    await expect(window.conversation.getByRole('status').last().getByText(title)).toHaveCSS(
      'color',
      await red(),
    )
    expect(await violationsInBoth(page)).toEqual([])
  }
  await window.say('wait', 'Stream')
  const chat = new ChatPage(page)
  // The first one is that of the stream that broke.
  const working = chat.task('working')
  await expect(working).toHaveCount(2)
  await chat.choose(working.last(), 'Task', 'Disconnect')
  const stopped = window.conversation.getByRole('status').getByText(/Disconnected/)
  await expect(stopped).not.toHaveCSS('color', await red())
})

test('a file that a server of Python 0.3 refuses goes out encoded twice on demand, and from then on', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('python-0.3.26-rest')
  const chat = new ChatPage(app.page)
  const card = new CardPage(app.page)
  await app.window.connect(url)
  await app.window.message.fill('echo this')
  await chat.composer
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.bin', mimeType: '', buffer: Buffer.from([0x89, 0x50, 0xff, 0]) })
  await chat.press('Send')
  const problem = app.window.conversation.getByRole('status')
  await expect(problem).toContainText('unknown exception')
  await problem.getByRole('button', { name: 'Send again, encoded twice' }).click()
  await expect(chat.task('completed')).toBeVisible()
  await card.open('connection')
  await expect(card.dialog.getByLabel('File bytes')).toHaveValue('encoded-twice')
})

test('two windows see one conversation grow; after a restart amid a task it is taken up again', async ({
  app,
  agents,
  context,
}) => {
  test.slow()
  const { url } = await agents.named('v1.0', {
    *script() {
      yield announce()
      yield become('working', 'on it')
      yield produce('a', 'the first half ', { name: 'Text' })
      yield { step: 'hold' }
    },
  })
  await app.window.connect(url)
  await app.window.say('long', 'Stream')
  await expect(app.window.conversation).toContainText('the first half')
  const page = await context.newPage()
  await page.goto(new URL('/', app.page.url()).href)
  const second = new ParleyWindow(page)
  await second.agents.getByRole('listitem').getByRole('button').first().click()
  await expect(second.conversation).toContainText('the first half')
  await page.close()

  await app.restart()
  await app.window.agents.getByRole('listitem').getByRole('button').first().click()
  const task = new ChatPage(app.page).task('working')
  await expect(task).toContainText('the first half')
  await task.getByRole('button', { name: 'Get', exact: true }).click()
  await app.window.show('console')
  await expect(app.window.exchange('GetTask')).toContainText('200')
  await app.window.show('chat')
  await task.getByRole('button', { name: 'Cancel task' }).click()
  await expect(new ChatPage(app.page).task('canceled')).toBeVisible()
})
