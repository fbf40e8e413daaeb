import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { useCommand } from '../../../commands/commands.ts'
import { Toolbar } from './toolbar.tsx'

const opened: string[] = []

function Window() {
  useCommand('settings.open', () => opened.push('settings'))
  return <Toolbar hasPanes status={null} />
}

test('the settings are in sight in any window, by keyboard, too', async () => {
  await mountPane(<Window />, await commands.recordCalls({}))
  const button = page.getByRole('button', { name: 'Settings' })
  await expect.element(button).toBeVisible()
  await page.viewport(900, 600)
  const menu = page.getByRole('button', { name: 'Window menu' })
  await expect.element(menu).toBeInViewport({ ratio: 1 })
  await expect.element(button).not.toBeInTheDocument()
  ;(menu.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(opened).toEqual(['settings'])
})
