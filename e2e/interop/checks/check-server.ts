// Runs Parley's own suite on one server: every test, including active ones, over every interface, with a prompt for each
// behavior.

import type { Prompts } from '#shared/checks/behaviors.ts'
import type { TestResult } from '#shared/checks/run.ts'
import { interfaceNames, isBad } from '#shared/checks/summary.ts'
import type { CheckPage } from '#shared/contract/checks.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import type { Server } from '../server-table.ts'
import { startSubject } from '../start-subject.ts'
import { Mismatch, reason } from '../verdict.ts'

export interface CheckedServer {
  readonly server: Server
  /** Absent when it ran. */
  readonly unavailable?: string
  /** Why its run failed. */
  readonly broken?: string
  readonly ways: readonly string[]
  readonly results: readonly TestResult[]
  /** The request where a failure shows, by its exchange. */
  readonly asked: ReadonlyMap<string, string>
  readonly seconds: number
}

/** Prompts that the servers' executors recognise. */
const prompts: Prompts = {
  'tck-complete-task': { prompt: 'echo Lisbon' },
  'tck-message-response': { prompt: 'direct' },
  'tck-artifact-text': { prompt: 'echo Lisbon' },
  'tck-artifact-file': { prompt: 'file' },
  'tck-artifact-file-url': { prompt: 'link' },
  'tck-artifact-data': { prompt: 'data' },
  'tck-input-required': { prompt: 'ask' },
  'tck-multi-turn': { prompt: 'ask', answer: 'the second' },
  'tck-auth-required': { prompt: 'authorize' },
  'tck-long-running': { prompt: 'slow' },
  'tck-cancel': { prompt: 'wait' },
  'tck-stream-basic': { prompt: 'count' },
  'tck-stream-chunked': { prompt: 'count' },
  'tck-task-failure': { prompt: 'fail' },
  'tck-reject-task': { prompt: 'reject' },
}

const nothing = { ways: [], results: [], asked: new Map<string, string>(), seconds: 0 } as const

export async function checkServer(server: Server, cache: string): Promise<CheckedServer> {
  const running = await startSubject(server, cache).catch((error: unknown) => reason(error))
  if (typeof running === 'string') return { server, unavailable: running, ...nothing }
  const window = await openWindow()
  try {
    const { client } = window
    await client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
    const agentId = await window.idOf(running.origin)
    await client.card.discover({ agentId })
    await client.checks.setPrompts({ agentId, prompts })
    const began = performance.now()
    const { ways } = await client.checks.plan({ agentId })
    const { sessionId } = await client.checks.start({ agentId, ways: [...ways.keys()], active: true })
    const results = await ended(window, sessionId)
    const seconds = (performance.now() - began) / 1_000
    return { server, ways: interfaceNames(ways), results, asked: await askedIn(window, results), seconds }
  } catch (error) {
    return { server, broken: reason(error), ...nothing }
  } finally {
    await window.close()
    await running.close()
  }
}

async function ended({ client }: TestWindow, sessionId: string): Promise<readonly TestResult[]> {
  const results: TestResult[] = []
  for (let page: CheckPage | undefined; ; ) {
    page = await client.checks.read({
      sessionId,
      after: page?.next ?? 0,
      limit: 1_000,
      state: 'running',
      waitMs: 10_000,
    })
    results.push(...page.results)
    if (!page.run) throw new Mismatch('The run is gone.')
    if (page.run.problem) throw new Mismatch(page.run.problem.sentence)
    if (page.run.state !== 'running' && page.results.length === 0) return results
  }
}

async function askedIn(window: TestWindow, results: readonly TestResult[]) {
  const requests = new Map<string, string>()
  for (const result of results) {
    const { failure, exchangeIds } = result
    const exchangeId = failure?.exchangeId ?? exchangeIds.at(-1)
    if (!isBad(result) || exchangeId === undefined) continue
    const request = (await window.entries(exchangeId)).find(({ kind }) => kind === 'request')
    if (request?.kind === 'request' && request.call) requests.set(exchangeId, request.call.label)
  }
  return requests
}
