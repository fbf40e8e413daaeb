import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import type { TestResult } from '#shared/checks/run.ts'
import { openWindow, type TestWindow } from '../testing/open-window.ts'

let window: TestWindow
let demo: Awaited<ReturnType<typeof startDemoAgent>>
let agentId: string

beforeAll(async () => {
  window = await openWindow()
  demo = await startDemoAgent({ stepMs: 0 })
  agentId = await window.idOf(demo.url)
})

afterAll(async () => {
  await demo.close()
  await window.close()
})

test('a trial of the examples proposes a prompt for each behavior the demo agent has', async () => {
  const steps = []
  for await (const step of await window.client.checks.tryPrompts({ agentId })) steps.push(step)
  const done = steps.at(-1)
  if (done?.kind !== 'done') throw new Error('The trial did not end.')
  expect(done.prompts).toMatchObject({
    'tck-message-response': { prompt: 'Hello' },
    'tck-input-required': { prompt: 'Book a train to Porto' },
    'tck-auth-required': { prompt: 'Charge the tickets to my travel account' },
    'tck-task-failure': { prompt: 'Book a ferry to Atlantis' },
    'tck-reject-task': { prompt: 'Plan a weekend on the Moon' },
    'tck-complete-task': {},
    'tck-stream-basic': {},
    'tck-artifact-file-url': { prompt: 'Three days in Lisbon for two, by train where possible' },
  })
  await window.client.checks.setPrompts({ agentId, prompts: done.prompts })
})

test('the demo agent fails nothing, over each of its interfaces', async () => {
  const { ways } = await window.client.checks.plan({ agentId })
  expect(ways.map(({ dialect, binding }) => `${dialect} ${binding}`)).toEqual([
    '1.0 JSONRPC',
    '1.0 HTTP+JSON',
    '1.0 GRPC',
    '0.3 JSONRPC',
    '0.3-proto HTTP+JSON',
    '0.3-proto GRPC',
  ])
  const { results, run } = await ran({ agentId, ways: [...ways.keys()] })
  expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([])
  expect(run).toMatchObject({ state: 'done', planned: results.length })
})

test('a run has a session of its own, in which every call of it is', async () => {
  const { sessionId, results } = await ran({ agentId, tests: ['CORE-GET-001'] })
  expect(results).toHaveLength(1)
  const session = await window.client.sessions.find({ named: sessionId })
  expect(session).toMatchObject({ name: 'Checks of Travel concierge', exchanges: 2 })
  const [own] = await window.client.checks.runs({ agentId })
  expect(own).toMatchObject({ sessionId, passed: 1, total: 1, state: 'done' })
})

test('the conversations of a run are not those that the chat goes on with', async () => {
  const { story, conversation } = window.client
  const rows = () => story.rows({ agentId, of: { kind: 'newest', after: 0 }, open: [], limit: 100 })
  await conversation.send({ agentId, stream: false, text: 'Hello' })
  const before = (await rows()).conversation
  await ran({ agentId, tests: ['CORE-SEND-001', 'CORE-GET-001'] })
  expect((await rows()).conversation).toEqual(before)
})

test('a session in which checks run is not deleted, and after them it is', async () => {
  const { checks, sessions } = window.client
  const { sessionId } = await checks.start({ agentId })
  await expect(sessions.remove({ sessionId })).rejects.toThrow('Checks are running in this session.')
  await checks.stop({ sessionId })
  await ended(sessionId)
  expect(await sessions.remove({ sessionId })).toEqual({ removed: true })
  expect((await checks.read({ sessionId, after: 0, limit: 1 })).run).toBeNull()
})

test('what a run found is there after a restart', async () => {
  const { sessionId, results } = await ran({ agentId, tests: ['CORE-GET-002'] })
  window = await window.reopen()
  const page = await window.client.checks.read({ sessionId, after: 0, limit: 100 })
  expect(page.results).toEqual(results)
})

async function ran(request: Parameters<typeof window.client.checks.start>[0]) {
  const { sessionId } = await window.client.checks.start(request)
  return { sessionId, ...(await ended(sessionId)) }
}

async function ended(sessionId: string) {
  const { read } = window.client.checks
  let page = await read({ sessionId, after: 0, limit: 1_000 })
  const results: TestResult[] = [...page.results]
  while (page.run?.state === 'running') {
    page = await read({ sessionId, after: page.next, limit: 1_000, state: 'running', waitMs: 10_000 })
    results.push(...page.results)
  }
  return { results, run: page.run }
}
