import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Prompts } from '#shared/checks/behaviors.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { kitPrompts, ranChecks } from '#testing/engine/run-checks.ts'
import { namedAgent } from '../../../e2e/agents/catalogue/catalogue.ts'

let window: TestWindow

beforeAll(async () => {
  window = await openWindow()
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
})

afterAll(() => window.close())

interface Fails {
  readonly fails: readonly string[]
  readonly suites?: readonly string[]
  readonly prompts?: Prompts
}

/** Whatever is said to them, they do the same. */
const deaf: Prompts = {
  'tck-complete-task': { prompt: 'hi' },
  'tck-stream-basic': { prompt: 'hi' },
  'tck-stream-chunked': { prompt: 'hi' },
}
/** What wants a stream to end when its task has, or asks for more. */
const ends = [
  'CORE-STREAM-003',
  'PARLEY-STREAM-RECONNECT',
  'PARLEY-STREAM-SLOW',
  'PARLEY-STREAMS-AT-ONCE',
  'STREAM-ORDER-004',
  'STREAM-SUB-002',
]
const ends03 = [
  'PARLEY-STREAM-END',
  'PARLEY-STREAM-SLOW',
  'PARLEY-STREAM-RECONNECT',
  'PARLEY-STREAMS-AT-ONCE',
  'STREAM-SUB-002',
]
const wire = ['streaming', 'bindings', 'data']

const agents: Readonly<Record<string, Fails>> = {
  'terminal-then-more': { fails: ['CORE-STREAM-003', 'PARLEY-STREAM-RECONNECT', 'STREAM-ORDER-001'] },
  'terminal-then-more-0.3': { fails: ['PARLEY-STREAM-END', 'PARLEY-STREAM-RECONNECT', 'STREAM-ORDER-001'] },
  'jumps-back': { fails: [...ends, 'PARLEY-STREAM-CUT', 'STREAM-ORDER-001'] },
  'duplicate-events': { fails: ['PARLEY-STREAM-STORED', 'STREAM-ORDER-001'] },
  'swapped-chunks': { fails: ['PARLEY-STREAM-STORED', 'STREAM-ORDER-001'] },
  'append-to-unknown': { fails: ['STREAM-ORDER-001'], prompts: deaf },
  'append-to-unknown-0.3': { fails: ['STREAM-ORDER-001'], prompts: deaf },
  'append-after-last': { fails: ['STREAM-ORDER-001'] },
  'id-drift': { fails: ['PARLEY-STREAM-ONE-TASK'] },
  'closed-early': { fails: [...ends, 'CORE-STREAM-002'] },
  'closed-early-0.3': { fails: ends03 },
  'left-open': { fails: [...ends, 'CORE-STREAM-002', 'STREAM-SUB-003'] },
  'left-open-0.3': { fails: ends03 },
  'get-disagrees': { fails: ['PARLEY-STREAM-STORED', 'STREAM-ORDER-001'] },
  'heeds-no-limits': { fails: ['CORE-HIST-001', 'CORE-HIST-002', 'CORE-LIST-005'], suites: ['core'] },
  'no-first-task': {
    fails: [
      'CORE-STREAM-003',
      'PARLEY-STREAM-CUT',
      'PARLEY-STREAM-RECONNECT',
      'PARLEY-STREAM-STORED',
      'STREAM-ORDER-001',
    ],
  },
  'snapshots-only': { fails: ['STREAM-ORDER-001'] },
  'kind-and-wrapper': { fails: ['PARLEY-DATA-VERSION', 'VER-SERVER-001'], suites: ['versions', 'data'] },
  kindless: { fails: ['PARLEY-DATA-VERSION'], suites: ['data'] },
  'enum-numbers': { fails: ['DM-SERIAL-002'], suites: ['data'] },
  'double-result': {
    fails: [
      'PARLEY-DATA-VERSION',
      'PARLEY-PART-DATA',
      'PARLEY-PART-FILE',
      'PARLEY-PART-TEXT',
      'PARLEY-PART-URL',
    ],
    suites: ['data'],
  },
  'text-id': { fails: ['JSONRPC-FMT-001'], suites: ['bindings'] },
  'stream-bom': { fails: ['PARLEY-BIND-HTTP'], suites: wire },
  'record-separators': { fails: ['PARLEY-STREAM-FRAMES'], suites: wire },
  'unended-event': {
    fails: [...ends, 'CORE-STREAM-002', 'PARLEY-STREAM-CANCEL', 'PARLEY-STREAM-FRAMES'],
    suites: wire,
  },
  ndjson: { fails: ['JSONRPC-SSE-001', 'PARLEY-STREAM-FRAMES'], suites: wire },
  // What a reader has to forgive.
  'null-error': { fails: [], suites: wire },
  crlf: { fails: [], suites: wire },
  cr: { fails: [], suites: wire },
  'multi-line-data': { fails: [], suites: wire },
  'every-sse-field': { fails: [], suites: wire },
  'ids-after-data': { fails: [], suites: wire },
  'keep-alives': { fails: [], suites: wire },
  // What is asked for in another way, and not wrong.
  tenant: { fails: [], suites: ['errors', ...wire] },
  'required-extension': { fails: [], suites: ['errors', ...wire] },
  // Webhooks
  'push-good': { fails: [], suites: ['push'] },
  'push-good-0.3': { fails: [], suites: ['push'] },
  'push-wrong-token': { fails: ['PUSH-DELIVER-001'], suites: ['push'] },
  'push-no-token': { fails: ['PUSH-DELIVER-001'], suites: ['push'] },
  'push-token-only': { fails: ['PUSH-DELIVER-001'], suites: ['push'] },
  'push-no-content-type': { fails: ['PARLEY-PUSH-JSON'], suites: ['push'] },
  'push-mixed-shape': { fails: ['PUSH-DELIVER-003'], suites: ['push'] },
}

test.each(Object.entries(agents))(
  'the agent %s fails what it was made for, and nothing else',
  async (name, { fails, suites = ['streaming'], prompts = kitPrompts }) => {
    const started = await namedAgent(name).start()
    try {
      const agentId = await window.idOf(started.url)
      await window.client.checks.setPrompts({ agentId, prompts })
      const request = {
        agentId,
        suites: [...suites],
        levels: ['must' as const, 'should' as const],
        active: true,
      }
      const { results } = await ranChecks(window, request)
      const bad = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
      expect(bad.map(({ testId }) => testId).toSorted()).toEqual([...fails, ...soundFails(suites)].toSorted())
    } finally {
      await started.close()
    }
  },
  60_000,
)

/** What the kit's agents do as SDKs do: they take every file and any length of a history, and no patch number. */
function soundFails(suites: readonly string[]): readonly string[] {
  return [
    ...(suites.includes('core') ? ['CORE-SEND-003', 'PARLEY-HIST-NEGATIVE'] : []),
    ...(suites.includes('versions') ? ['VER-CLIENT-002'] : []),
  ]
}
