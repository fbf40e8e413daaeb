import { violations } from '../fixtures/accessibility.ts'
import { expect, test } from '../fixtures/app.ts'
import { dialogs } from '../pages/places.ts'

test('the first start offers the demo and a tour, and says what is recorded and where', async ({
  app,
  dataDir,
}) => {
  const { page, window } = app
  await expect(window.chat).toContainText(dataDir)
  await window.chat.getByRole('button', { name: 'Take the tour' }).click()
  const tour = dialogs.tour(page)
  await expect(tour.getByRole('heading', { name: 'Point Parley at an agent' })).toBeVisible()
  expect(await violations(page, 'dialog[open]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(tour).toHaveCount(0)
  await expect(window.chat.getByRole('button', { name: 'Take the tour' })).toBeFocused()

  await window.run('Take the tour')
  await tour.getByRole('button', { name: 'Start the demo agent' }).press('Enter')
  await expect(tour.getByRole('heading', { name: 'Talk, and watch the task' })).toBeVisible()
  await expect(window.card.getByRole('heading', { name: 'Travel concierge' })).toBeVisible()
  await tour.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(tour.getByRole('status')).toContainText(dataDir)
  await tour.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(tour).toHaveCount(0)
})
