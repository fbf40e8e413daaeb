import { expect, test } from 'vitest'
import { checkTimeBounds } from './time-bounds.ts'
import { plantedTree } from './tree.ts'

const check = (source: string) => checkTimeBounds(plantedTree({ 'shared/x.ts': `${source}\n` }))

test.each([
  'setTimeout(stop, 200)',
  'setTimeout(() => {\n  stop()\n}, 10_000)',
  'globalThis.setInterval(look, 5 * 60_000)',
  'AbortSignal.timeout(4_000)',
  "import { setTimeout as sleep } from 'node:timers/promises'\nawait sleep(50, undefined, { signal })",
  'createServer({ keepAliveTimeout: 60_000 })',
  'new DatabaseSync(path, { timeout: 500 })',
  'useQueries({ queries: ids.map((id) => ({ ...queryOf(id), gcTime: 10_000 })) })',
  'record.read({ after, waitMs: 1_000 })',
  'refuse({ status: 503, retryAfterSeconds: 1 })',
  'server.keepAliveTimeout = 60_000',
  'socket.setKeepAlive(true, 30_000)',
  'clock.after(250, stop)',
  'setTimeout(stop, waitMs ?? 5_000)',
  'setTimeout(stop, isSlow ? 10_000 : restMs)',
])('“%s” is a time without a name', (source) => {
  expect(check(source).map(({ sentence }) => sentence)).toEqual([expect.stringContaining('a name')])
})

test.each([
  'setTimeout(stop, maxWaitMs)',
  'setTimeout(next)',
  'setTimeout(resolve, 0)',
  'AbortSignal.timeout(maxSelfTestMs)',
  'setTimeout(run, 2 * restMs)',
  'useQuery({ queryKey: ["tasks", 200], staleTime: 0 })',
  'export const exitCodes = { timeout: 5 }',
  'text.timeout(200)',
  'server.requestTimeout = 0',
  'setTimeout(stop, waitMs ?? maxWaitMs)',
  'clock.after(restMs, stop)',
])('“%s” is sound', (source) => {
  expect(check(source)).toEqual([])
})

test('what is found has its line', () => {
  const findings = check('const maxWaitMs = 5\nsetTimeout(stop, 5)')
  expect(findings).toEqual([
    { path: 'shared/x.ts', line: 2, sentence: 'give this time a name that ends in Ms or S: 5' },
  ])
})
