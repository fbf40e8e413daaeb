import { expect, test } from '../fixtures/app.ts'
import { dialogs } from '../pages/places.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a recorded session answers as its agent did', async ({ app }) => {
  await app.window.startDemo()
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
  await app.window.run('New recording')
  const { page, window } = app
  await (await window.showRecordings())
    .getByRole('button', { name: /Travel concierge.*request/ })
    .last()
    .click()
  await window.chooseOfRecording('Mock agent…')
  const dialog = dialogs.serveAsAgent(page)
  await dialog.getByRole('button', { name: 'Serve', exact: true }).click()
  const served = dialog.getByRole('list', { name: 'Served agents' })
  const address = await served.getByText(/^http:\/\/127\.0\.0\.1:\d+$/).textContent()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await window.backToLive()
  await window.connect(address ?? '')
  await expect(window.card.getByRole('heading', { name: 'Travel concierge' })).toBeVisible()
  await window.say('hello')
  await expect(window.conversation).toContainText('I am a travel concierge')
})
