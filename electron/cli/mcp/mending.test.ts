// A coding agent repairs a server by the tools' output alone: connect, send, list_findings, run_checks, fix, repeat.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CodingAgent, fact, openCodingAgentHere, root } from '../../../e2e/fixtures/coding-agent.ts'
import { openFaultyServer, type PlantedFault, plantedFaults } from '../../../e2e/fixtures/faulty-server.ts'
import { ensureBuilt } from '../../built.ts'

vi.setConfig({ testTimeout: 240_000 })

const leastMended = 8
const mostRounds = 3

/** What a programmer would do about each text: it names the place, whatever the rule is called. */
const repairs: readonly (readonly [says: RegExp, mends: PlantedFault])[] = [
  [/`version` is missing; AgentCard requires it/, 'card without version'],
  [/Send `Content-Type: application\/json`/, 'no Content-Type'],
  [
    /InternalError .* where TaskNotFoundError was expected.* Fix: Return TaskNotFoundError \(-32001/,
    'wrong code for an unknown task',
  ],
  [/`state` is "finished"; it should be one of .*TASK_STATE_COMPLETED/, 'state of no version'],
  [/`contextId` is missing/, 'task without contextId'],
  [/HTTP status 500 .*JSON-RPC|status 500.* Fix: .*200/, 'HTTP 500 for an unknown method'],
  [/`(taskId|url)` is missing; (Task)?PushNotificationConfig requires it/, 'push configuration not returned'],
  [/Keep the stream open until a terminal or interrupted state/, 'stream without an end'],
  [/`timestamp` isn’t an ISO 8601 time/, 'timestamp in words'],
  [/`artifactId` is missing; Artifact requires it/, 'artifact without id'],
]

let folder: string
let codingAgent: CodingAgent

beforeAll(async () => {
  await ensureBuilt(root, () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-mending-'))
  codingAgent = await openCodingAgentHere(folder)
}, 180_000)
afterAll(async () => {
  await codingAgent.close()
  rmSync(folder, { recursive: true, force: true })
})

/** One round: everything that the tools report about the server's current state. */
async function diagnose(
  url: string,
): Promise<{ readonly isPassing: boolean; readonly lines: readonly string[] }> {
  const textOf = async (name: string, given: Record<string, unknown> = {}) =>
    (await codingAgent.call(name, given)).text
  const agentId = fact(await textOf('connect', { url }), 'agentId')
  const sent = await textOf('send_message', { agentId, text: 'list' })
  const streamed = await textOf('send_message', { agentId, text: 'list', stream: true })
  await textOf('webhook_receiver', { action: 'start' })
  const taskId = fact(sent, 'taskId')
  const registered = await textOf('webhook_receiver', { action: 'register', agentId, taskId })
  const checked = await textOf('run_checks', { agentId, waitMs: 120_000, maxTokens: 20_000 })
  const matches = await Promise.all([
    textOf('get_card', { agentId, view: 'findings' }),
    ...[sent, streamed, registered].map((answer) =>
      textOf('list_findings', { exchangeId: fact(answer, 'exchangeId'), maxTokens: 20_000 }),
    ),
    textOf('list_findings', { sessionId: fact(checked, 'sessionId'), maxTokens: 20_000 }),
  ])
  return {
    isPassing:
      checked.includes(' 0 failed') && matches.slice(0, -1).every((text) => text.startsWith('0 findings')),
    lines: [...matches, checked].flatMap((text) => text.split('\n')),
  }
}

async function mended(fault: PlantedFault) {
  const server = await openFaultyServer([fault])
  try {
    for (let round = 1; round <= mostRounds; round++) {
      const { isPassing, lines } = await diagnose(server.url)
      // A fault that no tool reported isn't repaired.
      if (isPassing) return { fault, isMended: round > 1 }
      const existing = repairs
        .filter(([pattern]) => lines.some((line) => pattern.test(line)))
        .map(([, mends]) => mends)
      for (const each of existing) server.mend(each)
    }
    return { fault, isMended: false }
  } finally {
    server.close()
  }
}

test('a server without faults passes', async () => {
  const server = await openFaultyServer([])
  const { isPassing, lines } = await diagnose(server.url)
  server.close()
  expect(isPassing, lines.join('\n')).toBe(true)
})

test('what the tools say is enough to mend eight of ten planted faults, and more', async () => {
  const results = []
  for (const fault of plantedFaults) results.push(await mended(fault))
  const missed = results.filter(({ isMended }) => !isMended).map(({ fault }) => fault)
  expect(results.length - missed.length).toBeGreaterThanOrEqual(leastMended)
  // No check calls a method that no version has.
  expect(missed).toEqual(['HTTP 500 for an unknown method'])
})
