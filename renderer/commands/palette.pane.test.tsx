import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { Shell } from '../shell.tsx'
import { useMode } from '../state/mode.ts'
import { useSelection } from '../state/selection.ts'
import { CommandKeys } from './command-keys.tsx'
import { Palette } from './palette.tsx'

const palette = page.getByRole('dialog', { name: 'Commands' })
const group = (name: string) => palette.getByRole('group', { name })
const options = (name: string) => group(name).getByRole('option')
const search = palette.getByRole('combobox', { name: 'Search' })

async function open(): Promise<void> {
  await mountPane(
    <>
      <Shell />
      <Palette />
      <CommandKeys />
    </>,
    await commands.recordCalls({ messages: [{ text: 'hello' }] }),
  )
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
