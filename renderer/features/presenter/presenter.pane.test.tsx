import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { usePresenting } from '../../state/presenting.ts'
import { ChatPane } from '../chat/index.ts'
import { Presenter } from './index.ts'

for (const [what, recorded] of [
  ['an artifact', { messages: [{ text: 'many 3', stream: true }] }],
  ['a call that failed', { agent: 'litellm', messages: [{ text: 'hi', stream: true }] }],
] as const) {
  test(`before an audience ${what} doesn’t lead to bytes, and does again afterwards`, async () => {
    await mountPane(
      <>
        <main className="stage">
          <ChatPane />
        </main>
        <Presenter />
      </>,
      await commands.recordCalls(recorded),
    )
    const link = page.getByRole('log').getByRole('button', { name: 'Show request' })
    await expect.element(link).toBeVisible()
    usePresenting.getState().set(true)
    await expect.element(page.getByRole('region', { name: 'Presenter' })).toBeVisible()
    await expect.element(link).not.toBeInTheDocument()
    usePresenting.getState().set(false)
    await expect.element(link).toBeVisible()
  })
}
