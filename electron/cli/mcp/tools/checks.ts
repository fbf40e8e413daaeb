import { extname } from 'node:path'
import { z } from 'zod'
import { guarded } from '#engine/platform/guarded.ts'
import { maxChosen } from '#shared/bounded.ts'
import { countsOf, type TestResult } from '#shared/checks/run.ts'
import { levels } from '#shared/checks/suite.ts'
import { isBad } from '#shared/checks/summary.ts'
import { agentIdSchema } from '#shared/contract/agents.ts'
import { reportFormats } from '#shared/contract/checks.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { sessionIdSchema } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import { word } from '#shared/schemas.ts'
import { deadlineAfter, type McpContext, paging, testRow, tool, waiting } from '../tool.ts'
import { elsewhere, offsetOf, rowsText, type ToolText } from '../tool-result.ts'

const pageRows = 1_000

export const runChecksTool = tool({
  name: 'run_checks',
  title: 'Run conformance checks',
  description:
    'Runs Parley’s conformance tests against an agent, or, with the sessionId of a run, reads its results. Failures come first. With active, tests also cancel, register webhooks and open many streams.',
  input: z.object({
    agentId: agentIdSchema.optional().describe('starts a run'),
    sessionId: sessionIdSchema.optional().describe('of a run: reads it'),
    tests: z.array(word).max(maxChosen).optional().describe('ids of tests (default: all)'),
    suites: z.array(word).max(maxChosen).optional().describe('ids of suites (default: all)'),
    levels: z.array(z.enum(levels)).max(levels.length).optional(),
    ways: z.array(z.int().min(0)).max(maxChosen).optional().describe('interfaces by the numbers of get_card'),
    active: z.boolean().default(false),
    show: z.enum(['failed', 'all']).default('failed'),
    report: z.enum(reportFormats).optional().describe('also writes a report to a file'),
    ...paging,
    ...waiting,
  }),
  isReadOnly: false,
  async run({ agentId, sessionId, show, report, waitMs, cursor, maxTokens, ...selection }, context) {
    const { client, files } = context
    const running = sessionId ?? (agentId && (await started(context, { agentId, ...defined(selection) })))
    if (running === undefined)
      return { texts: ['Name an agentId to start a run, or the sessionId of one to read it.'] }
    const { results, state, planned, problem } = await resultsOf(context, running, deadlineAfter(waitMs))
    if (state === undefined) return { texts: [`The session ${running} is none of a run of checks.`] }
    const statements = [...headLines(running, state, planned, results), ...(problem ? [problemLine] : [])]
    if (report !== undefined && state !== 'running') {
      const { fileName, text } = await client.checks.report({ sessionId: running, format: report })
      // The offered name contains an agent's words.
      const name = `checks-${running}${extname(fileName)}`
      statements.push(`report: ${await files.write(name, onePiece(text))}`)
    }
    const shown = show === 'all' ? results : results.filter(isBad)
    return elsewhere(
      resultRows(context, statements, shown, problem, { cursor, maxTokens }),
      (next) => `There is more: call again with this sessionId, not the agentId, and cursor "${next}".`,
    )
  },
})

async function started(
  { client, signal, attachment, closing }: McpContext,
  request: Inputs['checks']['start'],
) {
  const { sessionId } = await client.checks.start(request, { signal })
  // A coding agent that closes the connection stops its run.
  const stop = () => client.checks.stop({ sessionId })
  if (attachment) closing.addEventListener('abort', guarded('stop of checks', stop), { once: true })
  return sessionId
}

const problemLine = 'The run says nothing of this agent; why is the first line below.'
function headLines(
  sessionId: string,
  state: string,
  planned: number,
  results: readonly TestResult[],
): readonly string[] {
  const { passed, failed, skipped, inconclusive } = countsOf(results)
  return [
    `sessionId: ${sessionId} (${state})`,
    `${results.length} of ${planned} tests: ${passed} passed, ${failed} failed, ${skipped} skipped, ${inconclusive} inconclusive`,
    ...(state === 'running' ? ['Still running: call again with this sessionId.'] : []),
  ]
}

function resultRows(
  { mask }: McpContext,
  statements: readonly string[],
  results: readonly TestResult[],
  problem: string | undefined,
  room: { readonly cursor?: string | undefined; readonly maxTokens?: number | undefined },
): ToolText {
  const rows = [
    ...(problem === undefined ? [] : [problem]),
    ...results.toSorted((a, b) => Number(isBad(b)) - Number(isBad(a))).map(testRow),
  ].map(mask)
  return rowsText(statements, rows.slice(offsetOf(room.cursor)), room, { total: rows.length })
}

/** All results by the end of the run or by the time-out. */
async function resultsOf({ client, progress, signal }: McpContext, sessionId: string, left: () => number) {
  const results: TestResult[] = []
  for (let after = 0; ; ) {
    const page = await client.checks.read(
      { sessionId, after, limit: pageRows, state: 'running', waitMs: Math.min(left(), 1_000) },
      { signal },
    )
    after = page.next
    results.push(...page.results)
    const { run } = page
    progress(`${after} of ${run?.planned ?? 0} tests made`, after, run?.planned)
    const isOver = run?.state !== 'running' && page.results.length === 0
    if (isOver || (left() === 0 && page.results.length < pageRows)) {
      return { results, state: run?.state, planned: run?.planned ?? 0, problem: run?.problem?.sentence }
    }
  }
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
