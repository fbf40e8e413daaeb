// Runs checks to the end, for tests.

import type { Prompts } from '#shared/checks/behaviors.ts'
import type { TestResult } from '#shared/checks/run.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { TestWindow } from './open-window.ts'

/** Prompts that make the fake agents of `e2e/agents` do what suites need. */
export const kitPrompts: Prompts = {
  'tck-complete-task': { prompt: 'hi' },
  'tck-message-response': { prompt: 'direct' },
  'tck-artifact-text': { prompt: 'hi' },
  'tck-artifact-file': { prompt: 'parts' },
  'tck-artifact-file-url': { prompt: 'parts' },
  'tck-artifact-data': { prompt: 'parts' },
  'tck-input-required': { prompt: 'ask' },
  'tck-multi-turn': { prompt: 'ask', answer: 'yes' },
  'tck-auth-required': { prompt: 'auth' },
  'tck-long-running': { prompt: 'rate 10 100' },
  'tck-cancel': { prompt: 'long' },
  'tck-stream-basic': { prompt: 'hi' },
  'tck-stream-chunked': { prompt: 'many 6' },
  'tck-task-failure': { prompt: 'fail' },
  'tck-reject-task': { prompt: 'reject' },
}

export async function ranChecks(
  { client, engine }: TestWindow,
  request: Inputs['checks']['start'],
  files?: readonly string[],
) {
  const own = files && { paths: files, variables: {} }
  const { sessionId } = await (own
    ? engine.checks.start(request, undefined, own)
    : client.checks.start(request))
  return { sessionId, ...(await endedChecks(client, sessionId)) }
}

export async function endedChecks({ checks: { read } }: TestWindow['client'], sessionId: string) {
  let page = await read({ sessionId, after: 0, limit: 1_000 })
  const results: TestResult[] = [...page.results]
  while (page.run?.state === 'running') {
    page = await read({ sessionId, after: page.next, limit: 1_000, state: 'running', waitMs: 10_000 })
    results.push(...page.results)
  }
  return { results, run: page.run }
}
