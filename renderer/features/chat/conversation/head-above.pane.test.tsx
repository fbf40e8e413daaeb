import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { ChatPane } from '../index.ts'

test('the state of a long task stays in sight, from its start to its end', async () => {
  const paragraphs = Array.from({ length: 600 }, (_, index) => `paragraph ${index}, ${'word '.repeat(60)}`)
  const text = ['echo', ...paragraphs].join('\n\n')
  await mountPane(<ChatPane />, await commands.recordCalls({ messages: [{ text, stream: true }] }))
  const log = page.getByRole('log', { name: 'Conversation' })
  const task = log.getByRole('article', { name: 'Task completed' })
  await expect.element(task).toBeVisible()
  const box = log.element()
  const isInSight = (text: RegExp) => {
    const frame = box.getBoundingClientRect()
    return task
      .getByText(text)
      .elements()
      .some((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= frame.top && bottom <= frame.bottom
      })
  }
  for (const at of [1, 0.8, 0.6])
    await expect
      .poll(() => {
        box.scrollTo(0, (box.scrollHeight - box.clientHeight) * at)
        return [isInSight(/^paragraph \d+/), isInSight(/^completed$/)]
      })
      .toEqual([true, true])
})
