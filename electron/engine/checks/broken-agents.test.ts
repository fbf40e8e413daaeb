import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Prompts } from '#shared/checks/behaviors.ts'
import type { Level } from '#shared/checks/suite.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { kitPrompts, ranChecks } from '#testing/engine/run-checks.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'
import { isFullRun } from '../../../e2e/full-run.ts'

let window: TestWindow

beforeAll(async () => {
  window = await openWindow()
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
})

afterAll(() => window.close())

/** The MUST tests that fail in a whole run, and the SHOULD tests that fail as well. */
interface Fails {
  /** The fault that the agent was made for. */
  readonly fails: readonly string[]
  readonly others?: readonly [] | readonly [string] | readonly [string, string]
  readonly should?: readonly string[]
  readonly prompts?: Prompts
}

/** These agents ignore prompts. */
const deaf: Prompts = {
  'tck-complete-task': { prompt: 'hi' },
  'tck-stream-basic': { prompt: 'hi' },
  'tck-stream-chunked': { prompt: 'hi' },
}

const sound: Fails = { fails: [] }
const signs: Fails = { fails: ['PUSH-DELIVER-001'] }

const agents: Readonly<Record<string, Fails>> = {
  'terminal-then-more': { fails: ['CORE-STREAM-003'], others: ['CORE-EXECUTION-MODE-001'] },
  'terminal-then-more-0.3': {
    fails: ['STREAM-ORDER-001'],
    others: ['CORE-EXECUTION-MODE-001', 'PARLEY-STREAM-RECONNECT'],
    should: ['PARLEY-STREAM-END'],
  },
  'jumps-back': { fails: ['CORE-STREAM-003'], others: ['CORE-EXECUTION-MODE-001'] },
  'duplicate-events': { fails: ['PARLEY-STREAM-STORED', 'STREAM-ORDER-001'] },
  'swapped-chunks': { fails: ['PARLEY-STREAM-STORED', 'STREAM-ORDER-001'] },
  'append-to-unknown': { fails: ['STREAM-ORDER-001'], prompts: deaf },
  'append-to-unknown-0.3': { fails: ['STREAM-ORDER-001'], prompts: deaf },
  'append-after-last': { fails: ['STREAM-ORDER-001'] },
  'id-drift': { fails: ['PARLEY-STREAM-ONE-TASK'], others: ['PUSH-DELIVER-003'] },
  'closed-early': { fails: ['CORE-STREAM-003'] },
  'closed-early-0.3': { fails: ['STREAM-SUB-002'], should: ['PARLEY-STREAM-END'] },
  'left-open': { fails: ['CORE-STREAM-003'], others: ['STREAM-SUB-003'] },
  'left-open-0.3': { fails: ['STREAM-SUB-002'], should: ['PARLEY-STREAM-END'] },
  'get-disagrees': {
    fails: ['PARLEY-STREAM-STORED'],
    others: ['PARLEY-MULTI-COMPLETE', 'STREAM-ORDER-001'],
  },
  'heeds-no-limits': {
    fails: ['CORE-HIST-002', 'CORE-LIST-005'],
    should: isFullRun ? ['CORE-HIST-001'] : [],
  },
  'no-first-task': { fails: ['CORE-STREAM-003'] },
  'snapshots-only': { fails: ['STREAM-ORDER-001'] },
  throws: sound,
  'kind-and-wrapper': { fails: ['VER-SERVER-001'], should: ['PARLEY-DATA-VERSION'] },
  kindless: { fails: [], should: ['PARLEY-DATA-VERSION'] },
  'enum-numbers': { fails: ['DM-SERIAL-002'], others: ['CORE-SEND-001'] },
  'double-result': { fails: ['CORE-SEND-001'], should: ['PARLEY-DATA-VERSION'] },
  'text-id': { fails: ['JSONRPC-FMT-001'] },
  'stream-bom': { fails: [], should: ['PARLEY-BIND-HTTP'] },
  'record-separators': { fails: ['PARLEY-STREAM-FRAMES'] },
  'unended-event': { fails: ['PARLEY-STREAM-FRAMES'], others: ['CORE-STREAM-003'] },
  ndjson: { fails: ['JSONRPC-SSE-001', 'PARLEY-STREAM-FRAMES'] },
  'bare-lines': { fails: ['PARLEY-STREAM-FRAMES'], others: ['CORE-STREAM-001', 'STREAM-ORDER-002'] },
  'errors-as-events': sound,
  // Faults that a reader must accept.
  'null-error': sound,
  crlf: sound,
  cr: sound,
  'multi-line-data': sound,
  'every-sse-field': sound,
  'ids-after-data': sound,
  'keep-alives': sound,
  // Unusual, but valid.
  tenant: sound,
  'required-extension': sound,
  // Webhooks
  'push-good': sound,
  'push-good-0.3': sound,
  'push-late': sound,
  'push-duplicate': sound,
  'push-reversed': sound,
  'push-final-only': sound,
  'push-challenge': sound,
  'push-retries': sound,
  'push-wrong-token': { fails: ['PUSH-DELIVER-001'] },
  'push-no-token': { fails: ['PUSH-DELIVER-001'] },
  'push-token-only': { fails: ['PUSH-DELIVER-001'] },
  'push-no-content-type': { fails: [], should: ['PARLEY-PUSH-JSON'] },
  'push-wrong-shape': { fails: ['PUSH-DELIVER-003'], others: ['VER-SERVER-001'] },
  'push-foreign-task': { fails: ['PUSH-DELIVER-003'] },
  'push-mixed-shape': { fails: ['PUSH-DELIVER-003'] },
  'push-jwt': signs,
  'push-jwt-forged': signs,
  'push-jwt-replayed': signs,
  'push-jwt-stale': signs,
  'push-jwt-elsewhere': signs,
  'push-jwt-bare': signs,
}

/** One of each kind of fault, and of agents that only seem faulty. A full run tries all. */
const oneOfEach = new Set([
  'terminal-then-more',
  'duplicate-events',
  'id-drift',
  'get-disagrees',
  'heeds-no-limits',
  'double-result',
  'ndjson',
  'throws',
  'crlf',
  'tenant',
  'push-good',
  'push-wrong-token',
  'push-wrong-shape',
])

for (const [name, { fails, others = [], should = [], prompts = kitPrompts }] of Object.entries(agents)) {
  const options = { tags: oneOfEach.has(name) ? [] : ['full'], timeout: 60_000 }
  test(
    `a whole run of the agent ${name} fails what it was made for, and at most two other MUST tests`,
    options,
    async () => {
      const started = await namedAgent(name).start()
      try {
        const agentId = await window.idOf(started.url)
        // An earlier agent may have had the port, and its card be cached.
        await window.client.card.discover({ agentId, bypassCache: true })
        await window.client.checks.setPrompts({ agentId, prompts })
        const levels: readonly Level[] = should.length > 0 ? ['must', 'should'] : ['must']
        const { results } = await ranChecks(window, { agentId, levels: [...levels], active: true })
        const failed = (level: Level) =>
          results.flatMap((each) => (each.outcome === 'fail' && each.level === level ? [each.testId] : []))
        expect(failed('must').toSorted()).toEqual([...fails, ...others].toSorted())
        expect(failed('should')).toEqual(expect.arrayContaining([...should]))
        const loose = results.filter((each) => each.outcome === 'inconclusive' && each.level === 'must')
        if (fails.length + should.length === 0) expect(loose).toEqual([])
      } finally {
        await started.close()
      }
    },
  )
}
