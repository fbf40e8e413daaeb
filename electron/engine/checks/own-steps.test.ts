// Steps beyond the specification's format, tested with small suites.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoAgent } from '#demo-agent/start.ts'
import type { Prompts } from '#shared/checks/behaviors.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { kitPrompts, ranChecks } from '#testing/engine/run-checks.ts'
import { type AgentOptions, agent } from '../../../e2e/agents/agent.ts'
import { brokenAgents } from '../../../e2e/agents/catalogue/broken-agents.ts'
import type { Quirk } from '../../../e2e/agents/quirk.ts'
import { throwsCut } from '../../../e2e/agents/quirks/wrongs.ts'

let window: TestWindow
beforeAll(async () => {
  window = await openWindow()
})
afterAll(() => window.close())

const send = `
  - id: send
    operation: send_message
    params: { message: { role: ROLE_USER, parts: [{ text: tck-complete-task }] } }
    capture: { taskId: task.id }`

test('a result is as good as an error only where the step says so', async () => {
  const cancel = `${send}
  - { id: cancel, operation: cancel_task, params: { id: "{{send.taskId}}" }, expect_error: {} }`
  const get = `${send}
  - { id: get, operation: get_task, params: { id: "{{send.taskId}}" }, expect_error: { x-or-result: true } }`
  const strict = `${send}
  - { id: get, operation: get_task, params: { id: "{{send.taskId}}" }, expect_error: {} }`
  expect(await outcomesOf([cancel, get, strict])).toEqual(['pass', 'pass', 'fail'])
})

test('a step knows what another sent, and the headers and the error it was answered with', async () => {
  const sent = `${send}
  - id: get
    operation: get_task
    params: { id: "{{send.taskId}}" }
    expect: { body: { history: [{ messageId: "{{send.request.message.messageId}}" }] } }
  - { id: json, assertion: { source: get.headers, path: content-type, match: { contains: json } } }`
  const refused = `
  - { id: get, operation: get_task, params: { id: nobody }, expect_error: {} }
  - { id: code, assertion: { source: get.error, match: { code: -32001 } } }
  - { id: other, assertion: { source: get.error, match: { code: -32002 } } }`
  expect(await outcomesOf([sent, refused])).toEqual(['pass', 'fail'])
})

test('an answer that shows that a test says nothing of the agent skips it, with the reason', async () => {
  const steps = `${send}
  - id: get
    operation: get_task
    params: { id: "{{send.taskId}}", historyLength: 0 }
    x-skip-if: { path: history, match: { absent: true }, reason: It keeps nothing. }`
  expect(await resultsOf([steps])).toMatchObject([{ outcome: 'skip', reason: 'It keeps nothing.' }])
})

test('streams in the background are awaited, compared, and seen to be open', async () => {
  const two = (await_: string) => `
  - id: send
    operation: send_message
    params:
      message: { role: ROLE_USER, parts: [{ text: tck-long-running }] }
      configuration: { returnImmediately: true }
    capture: { taskId: task.id }
  - { id: one, operation: subscribe_to_task, params: { id: "{{send.taskId}}" }, x-background: true }
  - { id: two, operation: subscribe_to_task, params: { id: "{{send.taskId}}" }, x-background: true }
  - { id: open, x-still-open: one }
  - { id: one-ended, x-await: one, expect_stream: { min_count: 2 } }
  - { id: two-ended, x-await: ${await_} }
  - { id: closed, x-still-open: one }`
  const request = `
  - id: asks
    operation: send_streaming_message
    params: { message: { role: ROLE_USER, parts: [{ text: tck-input-required }] } }
    x-background: true
  - { id: asked, x-await: asks }
  - { id: closed, x-still-open: asks }`
  const results = await resultsOf([two('two, x-ends-like: one'), two('nowhere'), request])
  expect(results).toMatchObject([
    { outcome: 'inconclusive', reason: 'The task has ended, so its stream had to end, too.' },
    { outcome: 'inconclusive', reason: 'No step “nowhere” runs in the background.' },
    { outcome: 'fail', failure: { stepId: 'closed', message: 'The agent has closed the stream.' } },
  ])
})

test('a stream that ends otherwise than another one is told from it', async () => {
  let streams = 0
  const ownEvents: Quirk = {
    json(json, { operation, index }) {
      if (operation !== 'subscribe' || index === 0) return json
      streams += 1
      return {
        statusUpdate: { taskId: `t${streams}`, contextId: 'c', status: { state: 'TASK_STATE_WORKING' } },
      }
    },
  }
  const steps = `
  - id: send
    operation: send_message
    params:
      message: { role: ROLE_USER, parts: [{ text: tck-long-running }] }
      configuration: { returnImmediately: true }
    capture: { taskId: task.id }
  - { id: one, operation: subscribe_to_task, params: { id: "{{send.taskId}}" }, x-background: true }
  - { id: two, operation: subscribe_to_task, params: { id: "{{send.taskId}}" }, x-background: true }
  - { id: one-ended, x-await: one }
  - { id: two-ended, x-await: two, x-ends-like: one }`
  const [result] = await resultsOf([steps], { quirks: [ownEvents] })
  expect(result).toMatchObject({ outcome: 'fail', failure: { stepId: 'two-ended' } })
  expect(result?.failure?.message).toMatch(/^Event \d+ is another than in the stream “one”\.$/)
})

test('an answer that differs over another interface fails, with both', async () => {
  const get = `${send}
  - { id: get, operation: get_task, params: { id: "{{send.taskId}}" }, x-everywhere: true }`
  const lies: Quirk = {
    reply(reply, { request }) {
      if (request.method !== 'GET' || !request.path.startsWith('/tasks/')) return reply
      return { ...reply, body: String(reply.body).replaceAll('TASK_STATE_COMPLETED', 'TASK_STATE_SUBMITTED') }
    },
  }
  const both: AgentOptions = { dialect: ['1.0', '1.0-rest'] }
  expect(await outcomesOf([get], both)).toEqual(['pass', 'pass'])
  const [overRpc] = await resultsOf([get], { ...both, quirks: [lies] })
  expect(overRpc?.failure?.message).toBe(
    'Over HTTP+JSON, `status.state` is "TASK_STATE_SUBMITTED"; over JSONRPC it is "TASK_STATE_COMPLETED".',
  )
  expect(await resultsOf([get])).toMatchObject([
    {
      outcome: 'skip',
      reason: 'No other interface of this version was chosen, so there is nothing to compare.',
    },
  ])
})

test('a credential that comes back in an error is found', async () => {
  const echoes: Quirk = {
    fault: (error) => ({ ...error, message: 'No task for Bearer parley-canary-7d1f0c' }),
  }
  const own = await agent({ dialect: '1.0', quirks: [echoes] })
  const agentId = await window.idOf(own.url)
  const { results } = await ranChecks(window, { agentId, tests: ['PARLEY-SECRETS'] })
  expect(results).toMatchObject([{ outcome: 'fail' }])
  await own.close()
})

test('where the agent wants credentials and there are none, nothing is said of it but that', async () => {
  const demo = await startDemoAgent({ stepMs: 0 })
  const agentId = await window.idOf(`${demo.url}/protected`)
  const request = {
    agentId,
    tests: ['CORE-GET-002', 'CORE-SEND-001', 'AUTH-SERVER-002', 'PARLEY-AUTH-WRONG'],
  }
  const { results } = await ranChecks(window, request)
  expect(Object.fromEntries(results.map(({ testId, outcome }) => [testId, outcome]))).toEqual({
    'CORE-GET-002': 'inconclusive',
    'CORE-SEND-001': 'inconclusive',
    'AUTH-SERVER-002': 'pass',
    'PARLEY-AUTH-WRONG': 'pass',
  })
  await demo.close()
})

test('of an agent that answers no call, nothing passes but what its card shows', async () => {
  const broken = brokenAgents.filter(({ name }) => ['grpc-hangs-up', 'grpc-http-500'].includes(name))
  expect(broken).toHaveLength(2)
  for (const { start } of broken) {
    const own = await start()
    const agentId = await window.idOf(own.url)
    await window.client.checks.setPrompts({ agentId, prompts: kitPrompts })
    const suites = ['core', 'streaming', 'multi-turn', 'errors', 'versions', 'data']
    const { results } = await ranChecks(window, { agentId, suites, active: true })
    const passed = results.filter(({ outcome }) => outcome === 'pass').map(({ testId }) => testId)
    expect(passed).toEqual(['PARLEY-VERSION-CARD'])
    await own.close()
  }
})

test('what an agent demands of every message goes along, and is missed where it is left out', async () => {
  const demo = await startDemoAgent({ stepMs: 0 })
  const agentId = await window.idOf(`${demo.url}/strict`)
  const { results } = await ranChecks(window, {
    agentId,
    tests: ['CORE-SEND-001', 'CORE-CAP-003', 'CORE-CAP-004'],
  })
  expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass'])
  await demo.close()
})

test('an answer that is read slowly comes whole, and later', async () => {
  const read = (pause: string) => `
  - id: stream
    operation: send_streaming_message
    params: { message: { role: ROLE_USER, parts: [{ text: tck-stream-chunked }] } }${pause}
    expect_stream: { min_count: 8, final_event: { status: { state: TASK_STATE_COMPLETED } } }`
  const prompts = { ...kitPrompts, 'tck-stream-chunked': { prompt: 'rate 8 20' } }
  const results = await resultsOf([read('\n    x-read-pause-ms: 300'), read('')], {}, prompts)
  expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass'])
  const [slow, quick] = results.map(({ durationMs }) => durationMs)
  expect(slow).toBeGreaterThan(quick ?? 0)
})

test('what gRPC leaves out of a list because it is empty is there, and empty', async () => {
  const list = `
  - { id: list, operation: list_tasks, params: { contextId: "{{$uuid}}" }, expect: { body: { tasks: { count: 0 }, nextPageToken: "" } } }`
  expect(await outcomesOf([list], { dialect: '1.0-grpc' })).toEqual(['pass'])
})

test('a step that is repeated ends with an error, which is the reason', async () => {
  const poll = `
  - { id: poll, operation: get_task, params: { id: "{{$uuid}}" }, repeat: { until: "status.state == TASK_STATE_COMPLETED", delay_ms: 20000 } }`
  expect(await resultsOf([poll])).toMatchObject([
    {
      outcome: 'fail',
      failure: { message: expect.stringContaining('The agent refused with TaskNotFoundError') },
    },
  ])
})

test('an agent that floods, dies midway or never answers: no result but the reason, and the run goes on', async () => {
  const stream = (prompt: string, limit = '') => `
  - id: stream
    operation: send_streaming_message
    params: { message: { role: ROLE_USER, parts: [{ text: ${prompt} }] } }
    expect_stream: { min_count: 1${limit} }`
  const needs = 'tck-stream-basic'
  const flood = { ...kitPrompts, [needs]: { prompt: 'many 12000' } }
  expect(await resultsOf([stream(needs), stream('hi')], {}, flood)).toMatchObject([
    { outcome: 'inconclusive', reason: 'It sent more than 10,000 events; the rest was not read.' },
    { outcome: 'pass' },
  ])
  const cut = await resultsOf([stream('throw'), stream('hi')], { quirks: [throwsCut] })
  expect(cut.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'pass'])
  const silent = await resultsOf([stream('silence', ', timeout_ms: 300'), stream('hi')])
  expect(silent).toMatchObject([
    { outcome: 'inconclusive', reason: 'The agent took too long.' },
    { outcome: 'pass' },
  ])
})

let files = 0

/** Runs each list of steps as a test over every interface of an agent. */
async function resultsOf(
  tests: readonly string[],
  options: Partial<AgentOptions> = {},
  prompts: Prompts = kitPrompts,
) {
  const own = await agent({ dialect: '1.0', ...options })
  try {
    const agentId = await window.idOf(own.url)
    await window.client.checks.setPrompts({ agentId, prompts })
    const { ways } = await window.client.checks.plan({ agentId })
    files += 1
    const path = join(window.dataDir, `suite-${files}.yaml`)
    writeFileSync(path, suiteOf(tests))
    const { results } = await ranChecks(window, { agentId, ways: [...ways.keys()] }, [path])
    return results.toSorted((a, b) => a.testId.localeCompare(b.testId) || a.way - b.way)
  } finally {
    await own.close()
  }
}

async function outcomesOf(tests: readonly string[], options?: Partial<AgentOptions>) {
  return (await resultsOf(tests, options)).map(({ outcome }) => outcome)
}

function suiteOf(tests: readonly string[]): string {
  const each = tests.map((steps, index) => {
    const indented = steps.replaceAll('\n', '\n        ')
    return `      - id: T${index}\n        name: Test ${index}\n        level: must\n        steps:${indented}\n`
  })
  return `acts_version: "1.0"\nspec_version: "1.0"\nsuites:\n  - id: own\n    name: Own\n    tests:\n${each.join('')}`
}
