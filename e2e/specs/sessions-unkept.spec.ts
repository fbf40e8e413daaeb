import { readOnlyFolder } from '#testing/engine/small-disk.ts'
import { test as base, expect } from '../fixtures/app.ts'

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  dataDir: async ({}, use) => {
    const folder = readOnlyFolder()
    await use(folder.path)
    folder.close()
  },
})

test('a directory that may not be written to is said in the window, and an agent is talked to all the same', async ({
  app,
}) => {
  const notice = app.page.getByRole('alert').filter({ hasText: 'may not write to' })
  await expect(notice).toContainText('Give it write permission, or start it with another data directory.')
  await app.window.startDemo()
  await app.window.say('hello')
  await expect(app.window.conversation).toContainText('I am a travel concierge')
  await app.window.show('console')
  await expect(app.window.exchange('SendMessage')).toContainText('200')
})
