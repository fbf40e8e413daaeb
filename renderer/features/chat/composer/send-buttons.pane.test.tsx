import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { SendButtons } from './send-buttons.tsx'

const disconnect = page.getByRole('button', { name: 'Disconnect' })

test('a call can be disconnected here once it has waited a moment for its task', async () => {
  const pressed: string[] = []
  const running = { since: Date.now(), isStreaming: true }
  await mountPane(
    <SendButtons
      ready
      streams
      running={running}
      onSubmit={() => pressed.push('submit')}
      onDisconnect={() => pressed.push('disconnect')}
    />,
    await commands.recordEntries([]),
  )
  await expect.poll(() => document.getAnimations().length).toBeGreaterThan(0)
  const moments = document.getAnimations().filter(({ effect }) => delayOf(effect) >= 1_000)
  expect(moments).toHaveLength(1)
  for (const moment of moments) moment.pause()
  for (const moment of moments) moment.currentTime = 0
  await expect.element(disconnect).not.toBeInTheDocument()
  for (const moment of moments) moment.finish()
  await disconnect.click()
  expect(pressed).toEqual(['disconnect'])
})

function delayOf(effect: AnimationEffect | null): number {
  return effect?.getTiming().delay ?? 0
}
