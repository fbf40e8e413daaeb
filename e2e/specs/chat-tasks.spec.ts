// A task that is answered, left, resumed, polled, canceled, listed.

import { chunks } from '../agents/scripts.ts'
import { announce, produce, wait } from '../agents/steps.ts'
import { expect, test } from '../fixtures/agents.ts'
import { isFullRun } from '../full-run.ts'
import { ChatPage } from '../pages/chat-page.ts'
import { dialogs } from '../pages/places.ts'

test('an agent that asks with a schema gets a form, and the answer goes to that task', async ({ app }) => {
  const chat = new ChatPage(app.page)
  await app.window.startDemo()
  await app.window.say('Book a train to Porto', 'Stream')
  const form = app.window.conversation.getByRole('form', { name: 'Required input' })
  await form.getByLabel('Train *').selectOption('AP 181')
  await form.getByLabel('Travellers *').fill('9')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form).toContainText('At most 6.')
  await form.getByLabel('Travellers *').fill('2')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(chat.task('completed')).toContainText('Held: AP 181')
  await expect(app.window.conversation.getByRole('article', { name: /^Task/ })).toHaveCount(2)
})

test('a task that was answered by its form is left, and what was being written is kept', async ({ app }) => {
  const chat = new ChatPage(app.page)
  await app.window.startDemo()
  await app.window.say('Book a train to Porto', 'Stream')
  await expect(chat.task('input-required')).toContainText('Waiting for your reply: write it below.')
  await app.window.message.fill('hello')
  const form = app.window.conversation.getByRole('form', { name: 'Required input' })
  await form.getByLabel('Train *').selectOption('AP 181')
  await form.getByLabel('Travellers *').fill('2')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(chat.task('completed')).toBeVisible()
  await expect(chat.targets).toHaveCount(0)
  await expect(app.window.message).toHaveValue('hello')
  await chat.press('Send')
  await expect(chat.theirs()).toContainText('I am a travel concierge')
})

test.describe('while a task goes on', () => {
  // Slow enough for a busy machine.
  test.use({ demoStepMs: 200 })

  test('a task is left, taken up again without doubles, and canceled', async ({ app }) => {
    const chat = new ChatPage(app.page)
    await app.window.startDemo()
    await app.window.say('Watch the fares to Lisbon', 'Stream')
    const task = chat.task('working')
    await expect(task).toBeVisible()
    // One button ends the task; leaving it running is in its menu.
    const stops = app.window.chat.getByRole('button', { name: /stop|cancel|disconnect/i })
    await expect(stops).toHaveText(['Cancel task'])
    await chat.choose(task, 'Task', 'Disconnect')
    await expect(task.getByRole('status')).toContainText(/Disconnected after \d+ event/)
    await task.getByRole('button', { name: 'Get and subscribe' }).click()
    await app.window.show('console')
    await expect(app.window.exchange('SubscribeToTask')).toContainText('open')
    await app.window.show('chat')
    await expect(task.getByRole('status')).toHaveCount(0)
    await expect(app.window.conversation.getByRole('article', { name: /^Task/ })).toHaveCount(1)
    await task.getByRole('button', { name: 'Cancel task' }).click()
    await expect(chat.task('canceled')).toBeVisible()
  })
})

test('a cancel that isn’t answered says for how long', async ({ app, agents }) => {
  const chat = new ChatPage(app.page)
  const answer = Promise.withResolvers<void>()
  const { url } = await agents.named('v1.0', {
    quirks: [
      {
        async intercept({ request }) {
          if (String(request.body).includes('CancelTask')) await answer.promise
          return undefined
        },
      },
    ],
  })
  await app.window.connect(url)
  await app.window.say('long', 'Stream')
  const task = chat.task('working')
  const cancel = task.getByRole('button', { name: 'Cancel task' })
  await cancel.click()
  await expect(task.getByRole('timer')).toHaveText(/^Cancel requested [1-9]\d* s ago$/)
  await expect(cancel).toHaveCount(0)
  answer.resolve()
  await expect(chat.task('canceled')).toBeVisible()
})

test('when a stream ends, its task is never said to be heard elsewhere', async ({ app, agents }) => {
  const { url } = await agents.named('v1.0')
  await app.window.connect(url)
  const page = app.page.locator('body')
  await page.evaluate((body) => {
    const visited = new Set<string>()
    const look = () => {
      const leaves = [...body.querySelectorAll('.task-foot :not(:has(*))')]
      for (const leaf of leaves) if (leaf.checkVisibility()) visited.add(leaf.textContent)
      body.dataset['seen'] = [...visited].join('|')
      requestAnimationFrame(look)
    }
    look()
  })
  await app.window.say('rate 30 20', 'Stream')
  await expect(new ChatPage(app.page).task('completed')).toContainText('chunk29')
  await expect(page).toHaveAttribute('data-seen', '')
})

test('a menu stays where it was opened while the chat scrolls on beneath it', async ({ app }) => {
  const { window, page } = app
  await window.startDemo()
  for (const text of ['hello', 'hello again', 'and again', 'once more', 'at last']) await window.say(text)
  await expect(window.conversation).toContainText('at last')
  await window.conversation
    .getByRole('article', { name: 'You' })
    .last()
    .getByRole('button', { name: 'Your message' })
    .click()
  const item = page.getByRole('menu').getByText('Copy', { exact: true })
  await expect(item).toBeInViewport()
  const before = await item.boundingBox()
  await window.conversation.evaluate((box) => box.scrollBy(0, -150))
  await expect
    .poll(() =>
      window.conversation.evaluate((box) => box.scrollTop + box.clientHeight < box.scrollHeight - 100),
    )
    .toBe(true)
  expect(await item.boundingBox()).toEqual(before)
  await expect(item).toBeInViewport()
})

test('a call about a task that fails says so at the task, and how long a stream has been open in the composer', async ({
  app,
  agents,
}) => {
  const chat = new ChatPage(app.page)
  const { url } = await agents.named('v1.0', {
    quirks: [{ params: (params, call) => (call === 'cancel' ? { fault: 'not-cancelable' } : params) }],
  })
  await app.window.connect(url)
  const seenAfterMs = app.page.evaluate(firstSeen)
  await app.window.say('long', 'Stream')
  const task = chat.task('working')
  const waited = app.window.chat.getByRole('timer', { name: 'Time of the stream' })
  await expect(waited).toContainText(/Streaming \d+\.\d s/)
  // A faster answer shows no wait.
  expect(await seenAfterMs).toBeGreaterThan(250)
  await task.getByRole('button', { name: 'Cancel task' }).click()
  const locator = task.getByRole('status', { name: 'Last call failed' })
  await expect(locator).toContainText('Cancel: Error -32002')
  await locator.getByRole('button', { name: 'Show request' }).click()
  await app.window.show('console')
  await expect(app.window.exchanges.getByRole('row', { selected: true })).toContainText('CancelTask')
  await app.window.show('chat')
  await chat.choose(task, 'Task', 'Disconnect')
  await expect(waited).toHaveCount(0)
  await chat.choose(task, 'Task', 'Get the task')
  await expect(locator).toHaveCount(0)
})

for (const [entry, call] of [
  ['Get the task', 'get'],
  ['Subscribe', 'subscribe'],
  ['Poll every 2 s', 'get'],
] as const) {
  test(`“${entry}” that brings nothing says so at the task`, async ({ app, agents }) => {
    const { url } = await agents.named('v1.0', {
      quirks: [{ params: (params, made) => (made === call ? { fault: 'task-not-found' } : params) }],
    })
    const chat = new ChatPage(app.page)
    await app.window.connect(url)
    await app.window.say('long', 'Stream')
    await chat.choose(chat.task('working'), 'Task', entry)
    const locator = chat.task('working').getByRole('status', { name: 'Last call failed' })
    await expect(locator).toContainText(/^(Get|Subscribe): Error -32001/)
  })
}

test('a task that nobody streams is polled at an interval one can see, and listed', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('v1.0', {
    card: { capabilities: { streaming: false } },
    script: chunks({ count: 30, everyMs: 100 }),
  })
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.message.fill('slowly')
  await chat.press('Send options')
  const dialog = dialogs.sendOptions(app.page)
  await dialog.getByLabel('Response to “Send”').selectOption('at-once')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toHaveCount(0)
  await chat.press('Send')
  const task = app.window.conversation.getByRole('article', { name: /^Task/ })
  await task.getByRole('button', { name: 'Poll', exact: true }).click()
  const polling = task.getByRole('status', { name: 'Polling' })
  await polling.getByLabel('Interval of the polls').selectOption({ label: '0.5 s' })
  await expect(polling).toContainText(/Poll \d/)
  await expect(chat.task('completed')).toContainText('chunk29')
  await expect(polling).toHaveCount(0)

  await app.window.run('List the tasks of the agent')
  const list = dialogs.tasksOfAgent(app.page)
  await expect(list.getByRole('row')).toHaveCount(2)
  const [words, choice] = await Promise.all([
    list.getByText('State', { exact: true }).first().boundingBox(),
    list.getByLabel('State').boundingBox(),
  ])
  expect(choice?.x).toBeGreaterThan((words?.x ?? 0) + (words?.width ?? 0))
  await list.getByLabel('State').selectOption('failed')
  await expect(list).toContainText('No matching tasks.')
})

test('auth-required explains itself, and a task may be referred to', async ({ app, agents }) => {
  const { url, requests } = await agents.named('v1.0')
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('auth', 'Stream')
  const task = chat.task('auth-required')
  await expect(task).toContainText('The agent waits for your authorization')
  await task.getByRole('button', { name: 'Reply' }).click()
  await expect(chat.targets).toContainText('Replying to task')
  await app.window.chat.getByRole('button', { name: 'New conversation' }).click()
  await expect(chat.targets).toHaveCount(0)
  await (await chat.conversations()).getByRole('button').first().click()
  await expect(chat.targets).toContainText('Replying to task')
  await app.window.say('done', 'Stream')
  await expect(chat.task('completed')).toContainText('authorised')

  await chat.choose(chat.task('completed'), 'Task', 'Refer to it in the next message')
  await expect(chat.targets).toContainText('Refers to task')
  await app.window.say('direct', 'Send')
  await expect(chat.theirs()).toBeVisible()
  const sent = requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(String(body)).params)
  const { taskId, referenceTaskIds } = sent.findLast(({ message }) => message !== undefined).message
  expect([taskId, referenceTaskIds]).toEqual([undefined, [expect.any(String)]])
})

test('what one sends is seen, wherever one had scrolled to', async ({ app }) => {
  const { window } = app
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await app.page.setViewportSize({ width: 1000, height: 480 })
  await window.conversation.evaluate((log) => {
    log.scrollTop = 0
  })
  await expect(window.chat.getByRole('button', { name: 'Latest' })).toBeVisible()
  await window.chat.getByRole('button', { name: 'Show the request' }).click()
  await window.say('hello')
  await expect(window.conversation.getByText('I am a travel concierge')).toBeInViewport()
  await expect(window.message).toBeInViewport({ ratio: 1 })
})

const flooded = isFullRun ? 10_000 : 1_000

test(`the chat follows ${flooded} events to the end`, async ({ app: { window } }) => {
  await window.startDemo()
  for (let flood = 1; flood <= 2; flood++) {
    await window.say(`Flood me with ${flooded} events`, 'Stream')
    await expect(window.conversation.getByText(`That was ${flooded}.`)).toBeInViewport()
    await expect(window.chat.getByRole('button', { name: /^Latest$|new$/ })).toHaveCount(0)
    await window.chat.getByRole('button', { name: 'New conversation' }).click()
  }
})

test('a reader who scrolls up in a growing text stays there', async ({ app: { window, page }, agents }) => {
  const { url } = await agents.named('v1.0', {
    *script() {
      yield announce()
      for (let line = 1; ; line++) {
        yield produce('lines', `Line ${line}.\n\n`, line > 1 ? { append: true } : {})
        yield wait(5)
      }
    },
  })
  await window.connect(url)
  await window.say('walk', 'Stream')
  await expect(window.conversation.getByText(/Line \d{3}\./).last()).toBeInViewport()
  await window.conversation.hover()
  await page.mouse.wheel(0, -10_000)
  await expect(window.chat.getByRole('button', { name: /^Latest$|new$/ })).toBeVisible()
  // Text added in the same moment shortens the first scroll in the browser itself; from here on nothing else scrolls.
  await page.mouse.wheel(0, -10_000)
  await expect(new ChatPage(page).mine()).toBeInViewport()
})

test('the tasks of a context are listed page by page, and one of them is taken up', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('v1.0')
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('hi', 'Send')
  await expect(chat.task('completed')).toBeVisible()
  // Another client has an older conversation with the agent.
  const contextId = 'of-another-client'
  const call = (text: string, index: number) => ({
    jsonrpc: '2.0',
    id: index,
    method: 'SendMessage',
    params: { message: { messageId: `m${index}`, contextId, role: 'ROLE_USER', parts: [{ text }] } },
  })
  for (const index of Array.from({ length: 52 }).keys()) {
    const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0' }
    const body = JSON.stringify(call(index === 0 ? 'ask' : 'hi', index))
    const answer = await fetch(url, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ result: { task: { contextId } } })
  }

  const list = dialogs.tasksOfAgent(app.page)
  const open = () => app.window.run('List the tasks of the agent')
  await open()
  await expect(list).toContainText('50 of 53')
  await list.getByRole('button', { name: 'Next page' }).click()
  await expect(list.getByRole('row')).toHaveCount(54)
  await list
    .getByRole('row', { name: /input-required/ })
    .getByRole('button')
    .click()
  await expect(list).toHaveCount(0)
  await expect(chat.task('input-required')).toContainText('need')
  await expect(chat.task('input-required')).toBeInViewport()

  await open()
  await list.getByLabel('Only this conversation').check()
  await expect(list).toContainText('50 of 52')
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(list).toHaveCount(0)
  await expect(chat.task('input-required')).toContainText('Waiting for your reply: write it below.')
  await app.window.say('tea', 'Stream')
  await expect(chat.task('completed').filter({ hasText: 'you said: tea' })).toBeVisible()
})

test('a permission that is given elsewhere is waited for without a click, and the task goes on', async ({
  app,
}) => {
  const chat = new ChatPage(app.page)
  await app.window.startDemo()
  await app.window.say('Charge the tickets to my travel account', 'Send')
  const task = chat.task('auth-required')
  await expect(task).toContainText('I need your permission to charge 58 EUR.')
  await expect(task.getByRole('button', { name: /^Open 127\.0\.0\.1:\d+$/ })).toBeVisible()
  await expect(task).toContainText('Subscribed to the task. This updates when it continues.')
  const [link = ''] = /http:[^ ]+\/allow\/[0-9a-f-]{36}/.exec((await task.textContent()) ?? '') ?? []
  await fetch(link, { method: 'POST', body: new URLSearchParams({ verdict: 'allowed' }) })
  await expect(chat.task('completed')).toContainText('PRL-R-0058')
  // Updates of the subscription are not requested again.
  await app.window.show('console')
  await expect(app.window.exchange('SubscribeToTask')).toContainText('200')
  await app.window.say('hello')
  await expect(chat.theirs()).toBeVisible()
  await app.window.show('console')
  await expect(app.window.exchange('GetTask')).toHaveCount(0)
})

test('an agent that does not stream is polled for a permission until it is there', async ({
  app,
  agents,
}) => {
  const { url } = await agents.named('v1.0', { card: { capabilities: { streaming: false } } })
  const chat = new ChatPage(app.page)
  await app.window.connect(url)
  await app.window.say('auth', 'Send')
  const task = chat.task('auth-required')
  await expect(task).toContainText('Polling the task. This updates when it continues.')
  const taskId = await taskIdOf(url)
  const message = { messageId: 'm-elsewhere', role: 'ROLE_USER', taskId, parts: [{ text: 'granted' }] }
  await callOf(url, 'SendMessage', { message })
  await expect(chat.task('completed')).toContainText('authorised')
})

test('waiting for a permission ends after a while, in words, and goes on at a click', async ({ app }) => {
  await app.page.clock.install()
  const chat = new ChatPage(app.page)
  await app.window.startDemo()
  await app.window.say('Charge the tickets to my travel account', 'Send')
  const task = chat.task('auth-required')
  await expect(task).toContainText('Subscribed to the task')
  await app.page.clock.fastForward('10:00')
  await expect(task).toContainText('Disconnected: the task still waited after 10 minutes.')
  await task.getByRole('button', { name: 'Keep listening' }).click()
  await expect(task).toContainText('Subscribed to the task')
  await expect(task).not.toContainText('Disconnected')
  await app.window.show('console')
  await expect(app.window.exchange('SubscribeToTask')).toHaveCount(2)
  await expect(app.window.exchange('GetTask')).toHaveCount(0)
})

/** Runs in the page: after how many milliseconds a running timer appears. */
function firstSeen(): Promise<number> {
  return new Promise((resolve) => {
    let since: number | undefined
    const look = () => {
      const timer = document.querySelector('[role=timer]')
      if (timer) since ??= performance.now()
      if (timer && since !== undefined && timer.checkVisibility()) resolve(performance.now() - since)
      else requestAnimationFrame(look)
    }
    look()
  })
}

async function callOf(url: string, method: string, params: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()).result
}

async function taskIdOf(url: string): Promise<string> {
  const { tasks } = await callOf(url, 'ListTasks', {})
  return tasks[0].id
}
