import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { Shell } from '../shell.tsx'
import { CommandKeys } from './command-keys.tsx'
import { KeySheet } from './key-sheet.tsx'
import { Palette } from './palette.tsx'

const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const key = (title: string) => sheet.getByRole('button', { name: new RegExp(`^Key of “${title}”:`) })
const palette = page.getByRole('dialog', { name: 'Commands' })
const inspector = page.getByRole('region', { name: 'Inspector' })

beforeEach(async () => {
  await mountPane(
    <>
      <Shell />
      <Palette />
      <KeySheet />
      <CommandKeys />
    </>,
    await commands.recordEntries([]),
  )
  await expect.element(inspector).toBeVisible()
})

test('? shows every key, found by name or by key, and axe finds nothing', async () => {
  await userEvent.keyboard('?')
  const rows = sheet.getByRole('listitem')
  await expect
    .element(sheet.getByRole('region', { name: 'Agent', exact: true }))
    .toMatchTextContent('Send the message')
  await expect
    .element(sheet.getByRole('region', { name: 'These can’t be changed' }))
    .toMatchTextContent('Esc')
  expect(await violations()).toEqual([])
  const box = sheet.getByRole('searchbox', { name: 'Find a keyboard shortcut' })
  await expect.element(box).toHaveFocus()
  await box.fill('toggle inspector')
  await expect.poll(() => rows.elements()).toHaveLength(1)
  await expect.element(rows).toMatchTextContent('Toggle the inspector')
  await box.fill('Ctrl+L')
  await expect.element(rows.first()).toMatchTextContent('Go to the agent address')
  await box.fill('no such thing')
  await expect.element(sheet).toMatchTextContent('No name or key has “no such thing” in it.')
  // The first Escape clears the search box.
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
})

test('a key that another command has is asked about, and all keys are reset at once', async () => {
  await userEvent.keyboard('?')
  // Commands without a key are listed only while searching.
  await expect.element(key('Toggle the inspector')).toMatchTextContent('Ctrl+4')
  await expect.element(key('Reset the layout')).not.toBeInTheDocument()
  const box = sheet.getByRole('searchbox', { name: 'Find a keyboard shortcut' })
  await box.fill('the')
  await key('Reset the layout').click()
  await userEvent.keyboard('{Control>}4{/Control}')
  const question = sheet.getByRole('alert')
  await expect.element(question).toMatchTextContent('Ctrl+4 is the key of “Toggle the inspector”.')
  await sheet.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(key('Reset the layout')).toMatchTextContent('None')

  await key('Reset the layout').click()
  await userEvent.keyboard('{Control>}4{/Control}')
  await sheet.getByRole('button', { name: 'Use it here instead' }).click()
  await expect.element(key('Reset the layout')).toMatchTextContent('Ctrl+4')
  await expect.element(key('Toggle the inspector')).toMatchTextContent('None')

  await sheet.getByRole('button', { name: 'Reset all' }).click()
  await expect.element(key('Reset the layout')).toMatchTextContent('None')
  await expect.element(key('Toggle the inspector')).toMatchTextContent('Ctrl+4')
})

test('the palette says how to give a command a key', async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('reset the layout')
  await expect.element(palette).toMatchTextContent('“Reset the layout” has no keyboard shortcut')
  await palette.getByRole('button', { name: 'Add one' }).click()
  await key('Reset the layout').click()
  await userEvent.keyboard('{F8}')
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('reset the layout')
  await expect.element(palette).toMatchTextContent('F8 runs “Reset the layout”')
})

test('the palette finds commands by name, by keyboard alone', async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
  await expect.element(options.first()).toBeVisible()
  await userEvent.keyboard('toggle inspector')
  await expect.poll(() => options.elements()).toHaveLength(1)
  await expect.element(options).toMatchTextContent('Toggle the inspector')
  await userEvent.keyboard('{Enter}')
  await expect.element(inspector).not.toBeInTheDocument()

  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('no such thing')
  await expect.element(palette).toMatchTextContent('Nothing matches “no such thing”.')
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
})
