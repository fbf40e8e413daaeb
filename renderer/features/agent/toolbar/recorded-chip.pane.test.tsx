import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { Toolbar } from '../index.ts'

test('the agent of a recording is a chip that says so, with nothing to press', async () => {
  await mountPane(<Toolbar hasPanes status={null} />, await commands.recordCalls({}))
  const banner = page.getByRole('banner')
  await expect.element(banner).toMatchTextContent(/Kit agent127\.0\.0\.1:\d+1\.0 · JSON-RPCrecorded/)
  await expect.element(banner.getByRole('textbox')).not.toBeInTheDocument()
  await expect.element(banner.getByRole('button', { name: /1\.0/ })).not.toBeInTheDocument()
})
