import { expect, test } from '../fixtures/agents.ts'
import { regions, tabs } from '../pages/places.ts'

// Slow enough to be visible at twenty times the speed.
test.use({ viewport: { width: 1440, height: 900 }, demoStepMs: 60 })

test('a session is lived through again: stepped, scrubbed both ways, played by a key', async ({
  app,
  agents,
}) => {
  test.slow()
  await app.window.startDemo()
  await app.window.say('Tell me about Lisbon', 'Stream')
  await app.window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await app.window.connect((await agents.named('append-to-unknown')).url)
  await app.window.show('console')
  await expect(app.window.exchange('agent-card.json').last()).toContainText('200')
  await app.window.show('chat')
  await expect(app.window.agents.getByRole('listitem')).toHaveCount(2)
  await app.window.card.getByRole('heading', { name: 'append-to-unknown' }).waitFor()
  await app.window.say('hi', 'Stream')
  await app.window.show('console')
  await expect(app.window.exchange('SendStreamingMessage').last()).toContainText('append-to-unknown')
  await app.window.run('New recording')
  const { page, window } = app
  await window.show('chat')
  await (await window.showRecordings()).getByRole('button', { name: /Travel concierge.*task/ }).click()
  await window.show('console')
  await window.exchange('SendStreamingMessage').first().click()
  await page.getByRole('button', { name: 'Replay' }).click()
  const bar = regions.replay(page)
  await expect(window.inspector).toContainText('Not reached yet')
  await expect(window.exchanges.getByRole('row', { name: /SendStreamingMessage/ })).toHaveCount(0)
  await bar.getByRole('button', { name: 'Next entry' }).click()
  await expect(window.exchange('agent-card.json')).toBeVisible()

  const place = bar.getByRole('slider', { name: 'Place in the recording' })
  await place.press('End')
  await expect(window.inspector.getByRole('heading').first()).toContainText('SendStreamingMessage')
  await window.show('chat')
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await place.press('Home')
  await expect(window.conversation).toHaveCount(0)

  const findings = tabs.findings(window.console)
  await window.show('console')
  await expect(findings).not.toContainText(/\d/)
  await bar.getByRole('button', { name: 'Next problem' }).click()
  await expect(findings).toContainText(/[1-9]/)
  await bar.getByRole('combobox', { name: 'Speed' }).selectOption('20')
  await window.inspector.getByRole('heading').first().click()
  // A key right after a jump applies to the new position.
  await place.press('End')
  await window.show('chat')
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await place.evaluate(async (slider: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, '0')
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    await Promise.resolve()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
  })
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Play again' })).toBeVisible()
  await expect(window.conversation.getByRole('article', { name: 'Task completed' })).toBeVisible()
  await window.show('console')
  await expect(window.exchange('SendStreamingMessage').first()).toContainText('200')

  await bar.getByRole('button', { name: 'End the replay' }).click()
  await expect(regions.recordingShown(page)).toContainText('Saved recording')
})

test('a recording that isn’t open is replayed from its menu', async ({ app: { page, window } }) => {
  await window.startDemo()
  await window.say('hello')
  await window.conversation.getByRole('article', { name: 'Agent' }).waitFor()
  await window.run('New recording')
  const recordings = await window.showRecordings()
  await recordings.getByRole('button', { name: 'More about Travel concierge' }).click()
  await page.getByRole('menuitem', { name: 'Replay' }).click()
  await expect(regions.replay(page)).toBeVisible()
})
