// What the chat says when there is no answer to show.

import { namedAgent } from '../agents/catalogue/catalogue.ts'
import { expect, test } from '../fixtures/app.ts'

test.describe('a message that got no answer says why, with the bytes one click away', () => {
  for (const [name, what, detail] of [
    ['litellm', 'The agent answered with an error (-32601)', /method/i],
    ['docker-agent', 'Nothing answered at the card’s address', /Try http/],
  ] as const) {
    test(name, async ({ app }) => {
      const agent = await namedAgent(name).start()
      try {
        const { window } = app
        await window.connect(agent.url)
        await window.say('hi', 'Stream')
        const problem = window.conversation.getByRole('status')
        await expect(problem).toContainText(what)
        await expect(problem).toContainText(detail)
        await window.console.getByRole('tab', { name: 'Findings' }).click()
        await problem.getByRole('button', { name: 'Show on the wire' }).click()
        await expect(window.exchanges.getByRole('row').last()).toHaveAttribute('aria-selected', 'true')
      } finally {
        await agent.close()
      }
    })
  }

  test('a stream that the user stopped', async ({ app }) => {
    const { window } = app
    await window.startDemo()
    await window.say('Watch the fares to Lisbon', 'Stream')
    await window.chat.getByRole('button', { name: 'Disconnect' }).click()
    await expect(window.conversation.getByRole('status')).toContainText('Disconnected')
  })
})
