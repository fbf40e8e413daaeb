import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { endedChecks, ranChecks } from '#testing/engine/run-checks.ts'
import { isFullRun } from '../../../e2e/full-run.ts'
import { demoPrompts } from './prompts.ts'

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

const everyInterface = [
  '1.0 JSONRPC',
  '1.0 HTTP+JSON',
  '1.0 GRPC',
  '0.3 JSONRPC',
  '0.3-proto HTTP+JSON',
  '0.3-proto GRPC',
] as const

/**
 * A full run uses all at once; otherwise two that differ in version and binding, one after the other, as a run has
 * wall-clock time-outs.
 */
const triedAtOnce: readonly (readonly (typeof everyInterface)[number][])[] = isFullRun
  ? [everyInterface]
  : [everyInterface.slice(0, 1), everyInterface.slice(4, 5)]

for (const tried of triedAtOnce) {
  test(`the demo agent fails no MUST over ${tried.join(', ')}`, async () => {
    const other = await startDemoAgent({ stepMs: 10 })
    try {
      await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
      const id = await window.idOf(other.url)
      await window.client.checks.setPrompts({ agentId: id, prompts: demoPrompts })
      const { ways } = await window.client.checks.plan({ agentId: id })
      expect(ways.map(({ dialect, binding }) => `${dialect} ${binding}`)).toEqual(everyInterface)
      const { results, run } = await ranChecks(window, {
        ...{ agentId: id, active: true, ...(!isFullRun && { levels: ['must' as const] }) },
        ways: tried.map((each) => everyInterface.indexOf(each)),
      })
      const failed = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'inconclusive')
      expect(failed.filter(({ level }) => level === 'must')).toEqual([])
      // MAY tests, and deviations of the SDK that the agent uses.
      const otherwise = ['PARLEY-HIST-NEGATIVE', 'PARLEY-SEND-AGAIN', 'PARLEY-STREAM-END']
      const ids = [...new Set(failed.map(({ testId }) => testId))].toSorted()
      expect(otherwise).toEqual(expect.arrayContaining(ids))
      if (isFullRun) expect(ids).toEqual(otherwise)
      expect(run).toMatchObject({ state: 'done', planned: results.length })
    } finally {
      await other.close()
      await window.client.receiver.stop()
    }
  }, 120_000)
}

test('prompts of the demo agent are known, until its user sets others', async () => {
  const { id } = await window.client.demo.start()
  expect(await window.client.checks.prompts({ agentId: id })).toEqual(demoPrompts)
  const { tests } = await window.client.checks.plan({ agentId: id })
  expect(tests.filter(({ skip }) => skip?.startsWith('Parley has no prompt'))).toEqual([])
  const own = { 'tck-message-response': { prompt: 'Hi' } }
  await window.client.checks.setPrompts({ agentId: id, prompts: own })
  expect(await window.client.checks.prompts({ agentId: id })).toEqual(own)
  await window.client.agents.remove({ agentId: id })
})

test('without the webhook receiver, tests of push notifications say so', async () => {
  const { results } = await ranChecks(window, { agentId, suites: ['push'], active: true })
  const needing = results.filter(({ testId }) => testId === 'PUSH-DELIVER-002')
  expect(needing).toMatchObject([
    { outcome: 'skip', reason: 'It needs a webhook that the agent can call: turn the webhook receiver on.' },
  ])
})

test('calls to the webhook of a test are in the session of the run, and nowhere else', async () => {
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
  const other = await startDemoAgent({ stepMs: 5 })
  const id = await window.idOf(other.url)
  await window.client.checks.setPrompts({ agentId: id, prompts: demoPrompts })
  const request = { agentId: id, tests: ['PUSH-DELIVER-001', 'PUSH-DELIVER-003'], active: true }
  const { sessionId, results } = await ranChecks(window, request)
  expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass'])
  window.engine.record.flush()
  const { entries } = await window.engine.record.read({ after: 0, limit: 100_000, filter: { sessionId } })
  const calls = entries.filter((entry) => entry.kind === 'webhook')
  expect(calls.length).toBeGreaterThan(1)
  expect(calls.every((call) => call.registration?.agentId === id)).toBe(true)
  expect((await window.client.receiver.state()).configurations).toEqual([])
  await other.close()
})

test('a run has a session of its own, in which every call of it is', async () => {
  const { sessionId, results } = await ranChecks(window, { agentId, tests: ['CORE-GET-001'] })
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
  await ranChecks(window, { agentId, tests: ['CORE-SEND-001', 'CORE-GET-001'] })
  expect((await rows()).conversation).toEqual(before)
})

test('a session in which checks run is not deleted, and after them it is', async () => {
  const { checks, sessions } = window.client
  const { sessionId } = await checks.start({ agentId })
  await expect(sessions.remove({ sessionId })).rejects.toThrow('Checks are running in this recording.')
  await checks.stop({ sessionId })
  await endedChecks(window.client, sessionId)
  expect(await sessions.remove({ sessionId })).toEqual({ removed: true })
  expect((await checks.read({ sessionId, after: 0, limit: 1 })).run).toBeNull()
})

test('an agent without a card is not checked', async () => {
  const started = window.client.checks.start({ agentId: await window.idOf('http://127.0.0.1:1') })
  await expect(started).rejects.toThrow('Nothing can be checked without the agent’s card.')
})

test('a run while recording is paused is known until a restart, with its calls and without a session', async () => {
  const { checks, console, sessions } = window.client
  await sessions.record({ action: 'pause' })
  const { sessionId, results } = await ranChecks(window, { agentId, tests: ['CORE-GET-002'] })
  await sessions.record({ action: 'start' })
  const runIds = async () => (await window.client.checks.runs({ agentId })).map((run) => run.sessionId)
  expect(await runIds()).toContain(sessionId)
  expect((await checks.read({ sessionId, after: 0, limit: 100 })).results).toEqual(results)
  await expect(console.counts({ sessionId })).rejects.toThrow()
  const exchangeId = results[0]?.exchangeIds[0] ?? ''
  expect((await console.exchange({ exchangeId })).row.label).toBe('GetTask')
  window = await window.reopen()
  expect(await runIds()).not.toContain(sessionId)
})

test('what a run found is there after a restart, and so are the prompts of its agent', async () => {
  await window.client.checks.setPrompts({ agentId, prompts: demoPrompts })
  const { sessionId, results } = await ranChecks(window, { agentId, tests: ['CORE-GET-002'] })
  window = await window.reopen()
  const page = await window.client.checks.read({ sessionId, after: 0, limit: 100 })
  expect(page.results).toEqual(results)
  expect(await window.client.checks.prompts({ agentId })).toEqual(demoPrompts)
})
