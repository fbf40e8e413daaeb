// Open work when the engine is closed.

import { expect, test, vi } from 'vitest'
import { at, slice } from '#shared/collections/list.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'

test.each(['v1.0', 'v1.0-grpc'])(
  '%s: a stream that is open when the engine closes is told as aborted',
  async (name) => {
    const agent = await namedAgent(name).start()
    let window = await openWindow()
    const agentId = await window.idOf(agent.url)
    const result = window.client.conversation.send({ agentId, text: 'long', stream: true })
    result.catch(() => undefined)
    const working = async () => {
      expect(at((await foldRecord(window.engine)).tasks, 0)?.status?.state).toBe('working')
    }
    await vi.waitFor(working, { timeout: 10_000 })
    window = await window.reopen()
    const { tasks, exchanges } = await foldRecord(window.engine)
    expect(slice(tasks).map(({ phase }) => phase)).toEqual(['interrupted'])
    expect(slice(exchanges).at(-1)?.failure).toEqual({
      kind: 'aborted',
      message: 'Parley was closed while this call was open.',
    })
    await window.close()
    await agent.close()
  },
)

test('what is being written when the engine closes is on disk once it has', async () => {
  let window = await openWindow()
  const note = { agentId: 'a', contextId: 'c', name: 'x'.repeat(200), forgotten: false }
  const notes = Array.from({ length: 20 }, (_, index) =>
    window.engine.chat.noteContext({ ...note, contextId: `c${index}` }),
  )
  window = await window.reopen()
  expect(window.engine.chat.contexts()).toHaveLength(20)
  await Promise.all(notes)
  await window.close()
})
