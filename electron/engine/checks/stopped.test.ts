import { expect, test } from 'vitest'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'

test('a run that is stopped has no result of what was not made by then', async () => {
  const window = await openWindow()
  const agent = await namedAgent('silent').start()
  try {
    const { checks } = window.client
    const agentId = await window.idOf(agent.url)
    const { sessionId } = await checks.start({ agentId })
    expect(await checks.stop({ sessionId })).toEqual({ stopped: true })
    const page = await ended(window, sessionId)
    expect(page.run?.state).toBe('stopped')
    expect(page.results.length).toBeLessThan(page.run?.planned ?? 0)
    expect(page.results.filter(({ reason }) => reason === 'The run was stopped.')).toEqual([])
  } finally {
    await agent.close()
    await window.close()
  }
})

async function ended({ client }: TestWindow, sessionId: string) {
  const read = () => client.checks.read({ sessionId, after: 0, limit: 1_000 })
  await expect.poll(async () => (await read()).run?.state).not.toBe('running')
  return read()
}
