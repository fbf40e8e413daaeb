// The cost of judging valid events, as a ratio to JSON.parse of the same events: `node bench/findings.ts`.

import { checkEvent } from '#shared/a2a/check.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { SequenceChecker } from '#shared/a2a/rules/sequence/checker.ts'
import { observationOf, type UpdateObservation } from '#shared/a2a/rules/sequence/observation.ts'

const count = 200_000
const ids =
  '"taskId":"761c1afe-a4b0-46fd-a4d3-10921b0dd63e","contextId":"cc5077a6-b42c-4eb5-82d6-8484ea954733"'
const enveloped = (result: string): string => `{"jsonrpc":"2.0","id":"r1","result":${result}}`

const events: readonly (readonly [name: string, DialectId, text: string])[] = [
  [
    '1.0 artifact',
    '1.0',
    enveloped(
      `{"artifactUpdate":{${ids},"artifact":{"artifactId":"a1","name":"Result","parts":[{"text":"chunk"}]},"append":true}}`,
    ),
  ],
  [
    '1.0 status',
    '1.0',
    enveloped(
      `{"statusUpdate":{${ids},"status":{"state":"TASK_STATE_WORKING","message":{"messageId":"m1",${ids},"role":"ROLE_AGENT","parts":[{"text":"working"}]},"timestamp":"2026-11-21T04:33:32.584Z"}}}`,
    ),
  ],
  [
    '0.3 artifact',
    '0.3',
    enveloped(
      `{"kind":"artifact-update",${ids},"artifact":{"artifactId":"a1","parts":[{"kind":"text","text":"chunk"}]},"append":true,"lastChunk":false}`,
    ),
  ],
]

for (const [name, dialect, text] of events) {
  const raw: JsonValue = JSON.parse(text)
  const updateObservation = observed(dialect, raw)
  const checker = new SequenceChecker(dialect)
  checker.observe({ kind: 'opened', stream: 's', operation: 'stream' })
  const parseMs = best(() => JSON.parse(text))
  const checkMs = best(() => checkEvent({ dialect, binding: 'JSONRPC', raw, requestId: 'r1' }))
  const sequenceMs = best(() => checker.observe(updateObservation))
  const ratio = (ms: number): string => `${(ms / parseMs).toFixed(2)} ×`
  console.log(`${name}: parse ${perEvent(parseMs)}, check ${ratio(checkMs)}, sequence ${ratio(sequenceMs)}`)
}

function observed(dialect: DialectId, raw: JsonValue): UpdateObservation {
  const decoded = dialectOf(dialect).decodeEvent('JSONRPC', raw)
  if (decoded.kind !== 'result') throw new Error('The event of the benchmark does not decode')
  return observationOf(decoded.result, { source: 'stream', stream: 's', base: '/result', rpcId: 'r1' })
}

/** The best of five runs, as other load slows the others. */
function best(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    for (let i = 0; i < count; i++) run()
    return performance.now() - start
  })
  return Math.min(...times)
}

function perEvent(ms: number): string {
  return `${((ms * 1e6) / count).toFixed(0)} ns`
}
