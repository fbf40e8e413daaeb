import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { Panes } from '../../../panes.tsx'
import { ConversationList } from '../../chat/index.ts'
import { AgentsPane } from '../index.ts'

const agents = page.getByRole('region', { name: 'Agents' })
const conversations = agents.getByRole('list', { name: 'Conversations' })
const conversation = (title: string) => conversations.getByRole('button', { name: new RegExp(`^${title} `) })
const chat = page.getByRole('region', { name: 'Chat' })
const card = page.getByRole('region', { name: 'Agent card' })
const timeline = page.getByRole('region', { name: 'Task timeline' })

const sidebar = <AgentsPane below={({ id }) => <ConversationList key={id} agentId={id} />} />

/** Each with its own task, in these states first and then completed. */
function recordConversations(count: number, states: readonly string[] = []) {
  const { send, status, task, user, result } = wire10
  const record = createScriptedRecord()
  for (let index = 1; index <= count; index++) {
    const id = `call${index}`
    record.call({ id, operation: 'send', body: send(user(`m${index}`, `Question ${index}`)) })
    record.end(
      id,
      result({
        task: task(`t${index}`, status(states[index - 1] ?? 'COMPLETED'), { contextId: `context-${index}` }),
      }),
    )
  }
  return commands.recordEntries(record.entries)
}

test('conversations stand below their agent, the chat and the inspector show the one that is clicked, or the card', async () => {
  await mountPane(<Panes left={sidebar} />, await recordConversations(3))
  await expect.element(conversation('Question 3')).toHaveAttribute('aria-current', 'location')
  const titles = () =>
    conversations
      .getByRole('listitem')
      .elements()
      .map((item) => /Question \d/.exec(item.textContent ?? '')?.[0])
  expect(titles()).toEqual(['Question 3', 'Question 2', 'Question 1'])
  await expect.element(timeline).toMatchTextContent('completed')

  await agents.getByRole('button', { name: 'Card', exact: true }).click()
  await expect.element(card).toBeVisible()
  await expect.element(timeline).not.toBeInTheDocument()
  expect(await violations()).toEqual([])

  await conversation('Question 2').click()
  await expect.element(chat.getByRole('heading', { level: 2 })).toMatchTextContent('Question 2')
  await expect.element(timeline).toMatchTextContent('completed')
  await expect.element(card).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(chat.getByRole('heading', { level: 2 })).toMatchTextContent('Question 1')
})

test('a conversation that waits for its user or failed has a word for it in place of its time', async () => {
  await mountPane(sidebar, await recordConversations(3, ['INPUT_REQUIRED', 'FAILED']))
  await expect.element(conversation('Question 1')).toMatchTextContent('needs input')
  await expect.element(conversation('Question 2')).toMatchTextContent('failed')
  await expect.element(conversation('Question 3')).toMatchTextContent('Jan 1')
  expect(await violations()).toEqual([])
})

test('of many conversations those in sight are drawn, and the sidebar scrolls as a whole', async () => {
  await mountPane(<Panes left={sidebar} />, await recordConversations(400))
  await expect.element(conversation('Question 400')).toBeVisible()
  expect(conversations.getByRole('listitem').elements().length).toBeLessThan(80)
  const box = conversations.element().closest('.pane-body')
  box?.scrollTo(0, box.scrollHeight)
  await expect.element(conversations.getByRole('button', { name: /^Question 1 / })).toBeInViewport()
})

test('where the window has no room beside the mode, agents lie over it, and the inspector takes its place', async () => {
  await mountPane(<Panes left={sidebar} />, await recordConversations(2))
  await expect.element(agents).toBeVisible()
  await page.viewport(1100, 720)
  await expect.element(agents).not.toBeInTheDocument()
  await expect.element(chat).toBeVisible()
  await expect.element(timeline).toBeVisible()
  await page.viewport(900, 600)
  await expect.element(timeline).not.toBeInTheDocument()
  await expect.element(chat).toBeVisible()
})

test('a right click on an agent or a conversation opens what its ⋯ does', async () => {
  await mountPane(<Panes left={sidebar} />, await recordConversations(2), { canCall: true })
  const entries = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
  await conversation('Question 1').click({ button: 'right' })
  await expect.element(page.getByRole('menu', { name: 'More about Question 1' })).toBeVisible()
  expect(entries()).toEqual(['Copy context ID', 'Rename…', 'Remove from the list'])
  expect(await violations()).toEqual([])
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Name the conversation' })).toBeVisible()
  await userEvent.keyboard('{Escape}')

  const agent = agents.getByRole('list', { name: 'Agents' }).getByRole('button').first()
  await agent.click({ button: 'right' })
  expect(entries()).toEqual(['Show card', 'Copy address', 'Name, colour and note…', 'Remove from the list'])
  await page.getByRole('menuitem', { name: 'Show card' }).click()
  await expect.element(card).toBeVisible()
})
