import { expect, test } from '../fixtures/app.ts'

test('the first start says what is recorded and where, and the demo’s first answer what to try', async ({
  app,
  dataDir,
}) => {
  const { window } = app
  await expect(window.chat).toContainText(dataDir)
  await window.startDemo()
  await window.say('Hello')
  const answer = window.conversation.getByRole('article', { name: 'Agent' })
  await expect(answer).toHaveText(/event of a task.*Open Console.*Open Checks/s)
})
