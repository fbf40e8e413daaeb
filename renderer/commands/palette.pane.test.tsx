import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { Shell } from '../shell.tsx'
import { useChat } from '../state/chat.ts'
import { useMode, useSelection } from '../state/selection.ts'
import { CommandKeys } from './command-keys.tsx'
import { Palette } from './palette.tsx'

const palette = page.getByRole('dialog', { name: 'Commands' })
const group = (name: string) => palette.getByRole('group', { name })
const options = (name: string) => group(name).getByRole('option')
const search = palette.getByRole('combobox', { name: 'Search' })

const windowWithPalette = (
  <>
    <Shell />
    <Palette />
    <CommandKeys />
  </>
)

async function open(): Promise<void> {
  await mountPane(windowWithPalette, await commands.recordCalls({ messages: [{ text: 'hello' }] }))
  await expect.element(page.getByRole('log', { name: 'Conversation' })).toMatchTextContent('hello')
  await userEvent.keyboard('{Control>}k{/Control}')
}

test('commands are grouped by what they are about, those chosen last first', async () => {
  await open()
  await expect.element(options('Window').first()).toBeVisible()
  await expect.element(group('Recent')).not.toBeInTheDocument()
  await search.fill('reset the layout')
  await userEvent.keyboard('{Enter}')
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(options('Recent')).toMatchTextContent('Reset the layout')
  expect(await violations()).toEqual([])
})

test('agents and conversations are found by name, by the keyboard alone', async () => {
  await open()
  const { agentId } = useSelection.getState()
  useSelection.setState({ agentId: undefined })
  await search.fill('127.0.0.1')
  await expect.element(options('Agents')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  expect(useSelection.getState().agentId).toBe(agentId)

  useMode.getState().show('console')
  await userEvent.keyboard('{Control>}k{/Control}')
  await search.fill('hello')
  await expect.element(options('Conversations')).toMatchTextContent('hello')
  await userEvent.keyboard('{Enter}')
  expect(useMode.getState().mode).toBe('chat')
})

/** Opens a window with conversations of two agents; every tenth is with the second. */
async function openWith(conversations: number): Promise<void> {
  const { agent, result, send, user } = wire10
  const record = createScriptedRecord()
  for (let index = 0; index < conversations; index++) {
    const [id, contextId] = [`x${index}`, `c${index}`]
    const agentId = index % 10 === 3 ? 'second' : 'first'
    record.call({ id, agentId, operation: 'send', body: send(user(`m${index}`, `trip ${index}`)) })
    record.end(id, result({ message: { ...agent(`r${index}`, 'done'), contextId } }))
  }
  await mountPane(windowWithPalette, await commands.recordEntries(record.entries))
  await userEvent.keyboard('{Control>}k{/Control}')
}

test('of each kind the first are shown, and the rest of it by an entry that the keys reach', async () => {
  await openWith(430)
  await search.fill('trip')
  await expect.element(options('Conversations').last()).toMatchTextContent('Show all 430 conversations')
  expect(await options('Conversations').all()).toHaveLength(7)
  await userEvent.keyboard('{ArrowUp}')
  const selected = palette.getByRole('option', { selected: true })
  await expect.element(selected).toMatchTextContent('Show all 430 conversations')
  await userEvent.keyboard('{Enter}')
  await expect.element(palette.getByRole('status')).toMatchTextContent('430 conversations')
  await expect.element(selected).toMatchTextContent('trip 429')
  expect((await options('Conversations').all()).length).toBeLessThan(60)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(selected).toMatchTextContent(/^trip 0/)
  await expect.element(selected).toBeInViewport()
  await userEvent.keyboard('{PageUp}{ArrowDown}')
  await expect.element(selected).toMatchTextContent(/^trip 7/)
  expect(await violations()).toEqual([])

  await search.fill('trip 43')
  await expect.element(palette.getByRole('status')).toMatchTextContent('4 conversations')
  await userEvent.keyboard('{Escape}')
  await expect.element(palette.getByRole('button', { name: 'All results' })).not.toBeInTheDocument()
  await search.fill('no such thing')
  await expect.element(palette.getByText('Nothing matches “no such thing”.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
})

test('a conversation with another agent is found, and chosen with its agent', async () => {
  await openWith(20)
  useSelection.setState({ agentId: 'first' })
  await search.fill('trip 13')
  await expect.element(options('Conversations')).toMatchTextContent('trip 13')
  await userEvent.keyboard('{Enter}')
  expect(useSelection.getState()).toMatchObject({ agentId: 'second', card: false })
  expect(Object.entries(useChat.getState().shown).find(([key]) => key.endsWith(' second'))?.[1]).toEqual({
    kind: 'conversation',
    contextId: 'c13',
  })
})
