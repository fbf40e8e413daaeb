import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { Panes } from '../../../panes.tsx'

for (const [agent, what, detail] of [
  ['litellm', 'Error -32601', /method/i],
  ['docker-agent', 'Nothing answered at the card’s address', /Try http/],
] as const) {
  test(`a message that got no answer says why, with the bytes one click away: ${agent}`, async () => {
    await mountPane(
      <Panes left={null} />,
      await commands.recordCalls({ agent, messages: [{ text: 'hi', stream: true }] }),
    )
    const problem = page.getByRole('log', { name: 'Conversation' }).getByRole('status')
    await expect.element(problem).toMatchTextContent(what)
    await expect.element(problem).toMatchTextContent(detail)
    await problem.getByRole('button', { name: 'Show request' }).click()
    const inspector = page.getByRole('region', { name: 'Inspector' })
    await inspector.getByRole('tab', { name: 'Headers' }).click()
    await expect.element(inspector).toMatchTextContent('POST')
  })
}
