import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { ChatPane } from '../index.ts'

test('a task with problems leads to the first of them', async () => {
  await mountPane(
    <BesideInspector>
      <ChatPane />
    </BesideInspector>,
    await commands.recordCalls({ agent: 'append-to-unknown', messages: [{ text: 'hi', stream: true }] }),
  )
  const task = page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: /^Task/ })
  await task.getByRole('button', { name: /^\d+ problems?$/ }).click()
  const problem = page.getByRole('region', { name: 'Problem', exact: true })
  await expect.element(problem).toMatchTextContent('append-to-unknown')
  await expect.element(problem).toMatchTextContent('What to change')
  expect(await violations()).toEqual([])
})

test('a direct reply with problems leads to the first of them', async () => {
  await mountPane(
    <BesideInspector>
      <ChatPane />
    </BesideInspector>,
    await commands.recordCalls({ agent: 'kind-and-wrapper', messages: [{ text: 'direct' }] }),
  )
  const reply = page
    .getByRole('log', { name: 'Conversation' })
    .getByRole('article', { name: 'Agent', exact: true })
  await reply.getByRole('button', { name: /^\d+ problems?$/ }).click()
  await expect
    .element(page.getByRole('region', { name: 'Problem', exact: true }))
    .toMatchTextContent('What to change')
})

test('an answer without problems has no link to any', async () => {
  await mountPane(<ChatPane />, await commands.recordCalls({ messages: [{ text: 'many 2', stream: true }] }))
  const log = page.getByRole('log', { name: 'Conversation' })
  await expect.element(log.getByRole('article', { name: 'Task completed' })).toMatchTextContent('completed')
  await expect.element(log.getByRole('button', { name: /problem/ })).not.toBeInTheDocument()
})
