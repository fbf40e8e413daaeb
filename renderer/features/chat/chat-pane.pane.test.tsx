import { expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import type { Part } from '#shared/a2a/model.ts'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { announce, become, produce } from '../../../e2e/agents/steps.ts'
import { ChatPane } from './index.ts'

const conversation = page.getByRole('log', { name: 'Conversation' })
const task = (state: string) => conversation.getByRole('article', { name: `Task ${state}` })
const raw = page.getByRole('dialog', { name: 'The part as JSON' })
const answer = 'A city on a hill, a hill of tiles.'

/** Chooses an entry in the menu of a message, a part or a task. */
async function choose(place: Locator, menu: string, entry: string): Promise<void> {
  await place.getByRole('button', { name: menu, exact: true }).first().click()
  await page.getByRole('menu').getByText(entry, { exact: true }).click()
}

const stream = (text: string) => [{ text, stream: true }]

/** The captured stream of a framework whose 0.3 agent uses a tool. */
async function openTool(captured: string): Promise<void> {
  const recording = await commands.recordCalls({ dialect: '0.3', captured, messages: stream('use the tool') })
  await mountPane(<ChatPane />, recording)
}

test('what comes as states and as an artifact is read once, and notes stay notes', async () => {
  const messages = [...stream('repeats'), ...stream('notes')]
  await mountPane(<ChatPane />, await commands.recordCalls({ agent: 'v0.3', messages }))
  const repeated = task('completed').first()
  await expect.element(repeated).toMatchTextContent('also in 11 states while working')
  expect(repeated.getByText(answer).elements()).toHaveLength(1)

  const noted = task('completed').last()
  await expect.element(noted).toMatchTextContent(answer)
  await expect.element(noted).not.toMatchTextContent('Searching')
  await noted.getByRole('button', { name: '3 earlier states' }).click()
  await expect.element(noted).toMatchTextContent('Searching…')
})

test('messages with one id are one message that grows', async () => {
  await mountPane(<ChatPane />, await commands.recordCalls({ agent: 'v0.3', messages: stream('tokens') }))
  const theirs = conversation.getByRole('article', { name: 'Agent' })
  await expect.element(theirs).toMatchTextContent(answer)
  // Each piece has the event that delivered it.
  await choose(theirs, 'Part', 'Raw')
  await expect.element(raw).toMatchTextContent('tiles')
})

test('what crossed as protobuf is shown as the JSON it decodes to, and said to be', async () => {
  await mountPane(
    <ChatPane />,
    await commands.recordCalls({ agent: 'v1.0-grpc', messages: [{ text: 'direct' }] }),
  )
  for (const name of ['You', 'Agent']) {
    await choose(conversation.getByRole('article', { name }), 'Part', 'Raw')
    await expect.element(raw).toMatchTextContent('/message/parts/0')
    await expect.element(raw).toMatchTextContent('Sent as Protobuf')
    await expect.element(raw).toMatchTextContent('"text": "direct')
    await raw.getByRole('button', { name: 'Close' }).click()
    await expect.element(raw).not.toBeInTheDocument()
  }
})

test('a tool that an agent uses is drawn as a call and its result, with its data one click away', async () => {
  const sends = (type: string, data: object, typeName = 'adk_type'): Part => ({
    kind: 'data',
    data: { id: 'c1', name: 'weather', ...data },
    metadata: { [typeName]: type },
  })
  const call = sends('function_call', { args: { city: 'Lisbon', days: 3 } })
  const result = sends('function_response', { response: { result: 'Sunny, 24 °C' } }, 'kagent_type')
  const steps = [
    announce(),
    become('working', [{ kind: 'text', text: 'Let me look that up.' }, call]),
    become('working', [result]),
    produce('a1', 'It will be sunny.'),
    become('completed'),
  ]
  await mountPane(<ChatPane />, await commands.recordCalls({ steps, messages: stream('weather') }))
  const called = task('completed').getByRole('region', { name: 'Tool weather called' })
  await expect.element(called).toMatchTextContent('city')
  await expect.element(called).toMatchTextContent('Lisbon')
  await expect
    .element(task('completed').getByRole('region', { name: 'Tool weather result' }))
    .toMatchTextContent('Sunny, 24 °C')
  await expect.element(task('completed')).toMatchTextContent('Let me look that up.')

  await choose(await partWith('Tool weather called'), 'Part', 'Raw')
  await expect.element(raw).toMatchTextContent('"adk_type": "function_call"')
  await raw.getByRole('button', { name: 'Close' }).click()
  await choose(await partWith('Tool weather called'), 'Part', 'Show as data')
  await expect.element(called).not.toBeInTheDocument()
  await expect.element(task('completed')).toMatchTextContent('args')
})

test('what Agno really sent of a tool in metadata is drawn, in its place and once, with the metadata one click away', async () => {
  await openTool('agno-tool')
  const done = task('completed')
  const called = done.getByRole('region', { name: 'Tool weather called' })
  await expect.element(called).toMatchTextContent('Lisbon')
  await expect.element(done.getByRole('region', { name: 'Tool weather finished' })).toBeVisible()
  expect(done.getByRole('region', { name: /^Tool/ }).elements()).toHaveLength(2)
  await expect.element(done).toMatchTextContent(/Let me look that up\..*called.*finished.*Lisbon is a city/)
  // The answer, which Agno sends as messages, is shown in its task.
  await expect.element(conversation.getByRole('article', { name: 'Agent' })).not.toBeInTheDocument()
  await choose(await partWith('Tool weather called'), 'Part', 'Raw')
  await expect.element(raw).toMatchTextContent('/result/metadata')
  await expect.element(raw).toMatchTextContent('"agno_event_type": "tool_call_started"')
})

test('what AgentStack really sent of a tool in metadata is drawn in steps, with the metadata one click away', async () => {
  await openTool('agentstack-tool')
  const steps = task('completed').getByRole('region', { name: 'Step weather' })
  await expect.poll(() => steps.elements()).toHaveLength(2)
  await expect.element(steps.first()).toMatchTextContent('city')
  await expect.element(steps.last()).toMatchTextContent('sunny in Lisbon')
  await choose(await partWith('Step weather'), 'Part', 'Raw')
  await expect.element(raw).toMatchTextContent('/result/status/message/metadata')
})

for (const [framework, dialect, hint] of [
  ['kagent', '0.3', 'requires approval before execution'],
  ['adk', '1.0', 'Please approve or reject the tool call'],
] as const) {
  test(`what ${framework} really sent of a call to be confirmed is drawn once, below what was said`, async () => {
    await mountPane(
      <ChatPane />,
      await commands.recordCalls({
        dialect,
        captured: `${framework}-confirm`,
        messages: stream('book'),
      }),
      { canCall: true },
    )
    const waiting = task('input-required')
    const tools = waiting.getByRole('region', { name: /^Tool/ })
    await expect.element(waiting).toMatchTextContent(hint)
    await expect.element(tools).toHaveAccessibleName('Tool book needs confirmation')
    await expect.element(tools).toMatchTextContent('Porto, 09:00')
    await expect
      .element(waiting)
      .toMatchTextContent(/The train leaves at nine\..*needs confirmation.*Waiting for your reply/)
  })
}

/** The last part with this name. */
async function partWith(name: string): Promise<Locator> {
  const region = await page.getByRole('region', { name }).last().findElement()
  return page.elementLocator(region.closest('.row') ?? region)
}

test('a right click opens what ⋯ does: on a message, on a part, on a task, by key too', async () => {
  await mountPane(<ChatPane />, await commands.recordCalls({ agent: 'v0.3', messages: stream('notes') }), {
    canCall: true,
  })
  const entries = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
  const mine = conversation.getByRole('article', { name: 'You' })
  await mine.getByText('notes').click({ button: 'right' })
  await expect.element(page.getByRole('menu', { name: 'Your message' })).toBeVisible()
  expect(entries()).toEqual(['Send again', 'Edit and send again', 'Copy', 'Quote', 'Show request'])
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()

  await task('completed').getByText(answer).click({ button: 'right' })
  await page.getByRole('menu', { name: 'Part' }).getByText('Raw').click()
  await expect.element(raw).toMatchTextContent('tiles')
  await raw.getByRole('button', { name: 'Close' }).click()

  await task('completed').getByText('completed', { exact: true }).click({ button: 'right' })
  await expect.element(page.getByRole('menu', { name: 'Task', exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  const ofMine = mine.getByRole('button', { name: 'Your message' })
  ;(ofMine.element() as HTMLElement).focus()
  await userEvent.keyboard('{ContextMenu}')
  await expect.element(page.getByRole('menu', { name: 'Your message' })).toBeVisible()
})

test('a right click on selected text is the browser’s', async () => {
  await mountPane(<ChatPane />, await commands.recordCalls({ messages: [{ text: 'hello' }] }))
  const words = conversation.getByRole('article', { name: 'You' }).getByText('hello')
  await expect.element(words).toBeVisible()
  const isTaken: boolean[] = []
  const note = (event: Event) => isTaken.push(event.defaultPrevented)
  document.addEventListener('contextmenu', note)
  window.getSelection()?.selectAllChildren(words.element())
  await words.click({ button: 'right' })
  window.getSelection()?.removeAllRanges()
  await words.click({ button: 'right' })
  document.removeEventListener('contextmenu', note)
  expect(isTaken).toEqual([false, true])
})
