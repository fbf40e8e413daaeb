import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { type Composed, useCompose } from '../../state/compose.ts'
import { useSelection } from '../../state/selection.ts'
import { ConsolePane } from '../console/lazy.ts'
import { Inspector } from './index.ts'

const events = page.getByRole('grid', { name: 'Events' })
const lanes = page.getByRole('list', { name: 'States over time' })
const tab = (name: string) => page.getByRole('tablist', { name: 'Inspector' }).getByRole('tab', { name })
const row = (words: string) => events.getByRole('row').filter({ hasText: words }).last()

test('tasks of one context stand on one clock, and one is chosen there', async () => {
  await mountPane(
    <Inspector />,
    await commands.recordCalls({
      messages: [
        { text: 'hi', stream: true },
        { text: 'fail', stream: true },
      ],
    }),
  )
  await expect.element(row('failed')).toBeVisible()
  expect(lanes.getByRole('listitem').elements()).toHaveLength(2)
  await lanes.getByRole('listitem').first().getByRole('button', { pressed: false }).first().click()
  await expect.element(row('Result')).toBeVisible()
  await expect.element(row('failed')).not.toBeInTheDocument()
})

test('a task that works on after its end: the change is marked, and the finding stands on its row', async () => {
  await mountPane(
    <Inspector />,
    await commands.recordCalls({ agent: 'terminal-then-more', messages: [{ text: 'hi', stream: true }] }),
  )
  const pane = page.getByRole('region', { name: 'Task timeline' })
  await expect
    .element(lanes.getByRole('button', { name: /not possible after the state before/ }))
    .toBeVisible()
  await expect.element(pane).toMatchTextContent('1 impossible')
  const impossible = row('impossible here')
  await expect.element(impossible).toMatchTextContent(/error[A-Z]+-/)
  await impossible.click()
  await expect
    .element(pane.getByRole('region', { name: 'Event', exact: true }))
    .toMatchTextContent('A task can’t reach this state from the one before.')

  await pane.getByRole('searchbox', { name: 'Find in events' }).fill('chunk1')
  await expect.poll(() => events.getByRole('row').filter({ hasText: 'Result' }).elements()).toHaveLength(1)
  await expect.element(impossible).not.toBeInTheDocument()

  await pane.getByRole('button', { name: 'Show all events' }).click()
  await pane.getByRole('button', { name: /^Filter by source and kind/ }).click()
  await pane.getByRole('button', { name: 'States', exact: true }).click()
  await expect.element(impossible).toBeVisible()
  await expect.element(row('you')).not.toBeInTheDocument()
})

test('the bytes of a chosen event stand below it, what was requested is one tab away', async () => {
  await mountPane(<Inspector />, await commands.recordCalls({ messages: [{ text: 'many 3', stream: true }] }))
  await row('completed').click()
  const event = page.getByRole('region', { name: 'Event', exact: true })
  await expect.element(event).toMatchTextContent(/event (\d+) of \1 ·/)
  await expect.element(event).toMatchTextContent('"state": "TASK_STATE_COMPLETED"')
  await row('you').click()
  await expect.element(event).toMatchTextContent('"SendStreamingMessage"')
  await expect.element(event).not.toMatchTextContent(/event \d+ of/)
  // The size of the event is that of the bytes below.
  const sizes = event.element().textContent.match(/\d+ B/g) ?? []
  expect([...new Set(sizes)]).toHaveLength(1)
  expect(sizes).toHaveLength(2)
  await row('completed').click()
  const heightOf = (what: string) => event.element().querySelector(what)?.clientHeight ?? 0
  // As high as the inspector is in a window of that size.
  for (const [width, height, lines] of [
    [1440, 856, 17],
    [1100, 676, 10],
  ] as const) {
    await page.viewport(width, height)
    const inSight = () => heightOf('.monaco-editor') / heightOf('.view-line')
    await expect.poll(inSight).toBeGreaterThanOrEqual(lines)
  }
  expect(await violations()).toEqual([])
  await tab('Request').click()
  await expect
    .element(page.getByRole('region', { name: 'Request body' }))
    .toMatchTextContent('"text": "many 3"')
  await tab('Events').click()
  await expect.element(row('completed')).toHaveAttribute('aria-selected', 'true')
})

test('a finding leads to its place in the bytes, from a task as from its exchange', async () => {
  const calls = { agent: 'append-to-unknown', messages: [{ text: 'hi', stream: true }] } as const
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls(calls),
  )
  for (const from of ['task', 'exchange']) {
    if (from === 'exchange')
      await page.getByRole('grid', { name: 'Exchanges' }).getByRole('row').last().click()
    await tab('Problems').click()
    const finding = page.getByRole('list', { name: 'Problems of this request' }).getByRole('button').first()
    await expect.element(finding).toMatchTextContent('/result/artifactUpdate')
    await finding.click()
    await expect.element(page.getByRole('region', { name: 'Event 3' })).toMatchTextContent('"artifactUpdate"')
    await page.getByRole('button', { name: 'Copy body' }).click()
    await expect
      .element(page.getByRole('menuitem', { name: /Copy its pointer.*artifactUpdate/ }))
      .toBeVisible()
    await userEvent.keyboard('{Escape}')
  }
})

test('a right click on an event, or the key for it, opens what can be done with it', async () => {
  await mountPane(<Inspector />, await commands.recordCalls({ messages: [{ text: 'many 3', stream: true }] }))
  const menu = page.getByRole('menu', { name: 'Event' })
  await row('completed').click({ button: 'right' })
  await expect.element(row('completed')).toHaveAttribute('aria-selected', 'true')
  expect(await violations()).toEqual([])
  await menu.getByRole('menuitem', { name: 'Copy JSON' }).click()
  await expect.element(menu).not.toBeInTheDocument()
  ;(events.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ContextMenu}')
  await menu.getByRole('menuitem', { name: 'Show request' }).click()
  await expect.element(tab('Request')).toBeVisible()
  await expect.poll(() => useSelection.getState().taskId).toBeUndefined()
})

test('an answer that is a message fills it as a task does', async () => {
  await mountPane(<Inspector />, await commands.recordCalls({ messages: [{ text: 'direct one' }] }))
  await expect.element(page.getByRole('region', { name: 'Exchange', exact: true })).toBeVisible()
  await expect.element(tab('Response')).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('region', { name: 'Response body' })).toMatchTextContent('"ROLE_AGENT"')
  await expect.element(tab('Events')).not.toBeInTheDocument()
})

test('a row opens to its entries, and what reported the same once more has its own bytes below', async () => {
  const { send, status, statusUpdate, user, result } = wire10
  const completed = statusUpdate('t', status('COMPLETED', { timestamp: '2026-11-21T10:00:05.000Z' }))
  const record = createScriptedRecord()
  record.call({ id: 'stream', operation: 'stream', body: send(user('m', 'go')) })
  record.comment('stream', 'first')
  record.comment('stream', 'second')
  record.frame('stream', result(completed))
  record.end('stream')
  record.webhook('call', completed)
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordEntries(record.entries),
  )
  const event = page.getByRole('region', { name: 'Event', exact: true })
  await row('completed').click()
  await expect.element(event).toMatchTextContent('"jsonrpc"')
  const call = record.entries.find(({ kind }) => kind === 'webhook')
  const { taskId, selectTask } = useSelection.getState()
  selectTask(taskId, call)
  await expect.element(row('completed')).toHaveAttribute('aria-selected', 'true')
  await expect.element(event).toMatchTextContent('"TASK_STATE_COMPLETED"')
  await expect.element(event).not.toMatchTextContent('"jsonrpc"')

  await page.getByRole('button', { name: 'Open the entries of completed' }).click()
  const entries = () =>
    events
      .getByRole('row')
      .elements()
      .map((line) => line.textContent)
  await expect.poll(() => entries().filter((line) => /stream|push/.test(line)).length).toBe(5)
  await page.getByRole('button', { name: 'Open the entries of 2 keep-alives' }).click()
  await row('second').click()
  await expect.element(event).toMatchTextContent(': second')
  const selected = () =>
    events
      .getByRole('row')
      .elements()
      .filter((line) => line.getAttribute('aria-selected') === 'true')
      .map((line) => line.textContent)
  for (const [key, words] of [
    ['ArrowDown', 'completed'],
    ['ArrowDown', 'stream'],
    ['ArrowDown', 'push'],
    ['ArrowUp', 'stream'],
    ['ArrowUp', 'completed'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.poll(selected).toEqual([expect.stringContaining(words)])
    await nextFrame()
    await nextFrame()
  }
})

test('a request that is written stays when a task is selected by itself, and makes way for an exchange', async () => {
  await mountPane(
    <BesideInspector>
      <ConsolePane />
    </BesideInspector>,
    await commands.recordCalls({ messages: [{ text: 'hi', stream: true }] }),
    {
      canCall: true,
    },
  )
  const composer = page.getByRole('region', { name: 'Compose a request' })
  useCompose.getState().start(written)
  await expect.element(composer).toBeVisible()
  useSelection.getState().selectTask('agent task')
  await nextFrame()
  await expect.element(composer).toBeVisible()
  await page.getByRole('grid', { name: 'Exchanges' }).getByRole('row').last().click()
  await expect.element(composer).not.toBeInTheDocument()
})

const written: Composed = {
  method: 'POST',
  url: 'http://127.0.0.1:1/',
  headers: '',
  bodyForm: 'text',
  text: '{}',
  hex: '',
  credentials: false,
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame)
}
