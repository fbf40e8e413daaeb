import type { TimelineRow } from '#shared/story/timeline/outline.ts'
import { RowText } from '../features/timeline/rows/row-text.tsx'
import '../features/timeline/rows/events.css'
import { drawnStates, Samples } from './sample.tsx'

const usual: TimelineRow = {
  index: 0,
  kind: 'sent',
  source: 'sent',
  seq: 1,
  sinceMs: 0,
  untilMs: 0,
  count: 1,
  bytes: 28,
  wireBytes: 212,
  place: 0,
  marks: [],
  again: [],
  findings: 0,
  exchangeId: 'x-1',
  at: 0,
  text: 'Three days in Lisbon, please.',
  found: [],
}
const chunks: TimelineRow = {
  ...usual,
  kind: 'chunks',
  source: 'stream',
  artifactName: 'Itinerary',
  count: 40,
  untilMs: 800,
  bytes: 1_204,
  text: 'Day 1: a walk',
}
const finding = {
  rule: 'STREAM-004',
  severity: 'error',
  pointer: '/final',
  message: '`final` is missing',
  hint: 'Send `final: true` with the last event.',
  spec: { version: '0.3', section: '7.2.2' },
} as const

/** A record, so that a new kind of row does not compile without a sample. */
const rows: Readonly<Record<TimelineRow['kind'], Readonly<Record<string, TimelineRow>>>> = {
  sent: { usual },
  status: {
    working: { ...usual, kind: 'status', source: 'stream', state: 'working', text: '' },
    'with words': {
      ...usual,
      kind: 'status',
      source: 'stream',
      state: 'working',
      text: 'Searching for trams',
    },
    'seen again': {
      ...usual,
      kind: 'status',
      source: 'stream',
      state: 'completed',
      text: '',
      again: [{ source: 'push', count: 2, leastDelayMs: 12, mostDelayMs: 40 }],
    },
    'a change no task can make': {
      ...usual,
      kind: 'status',
      source: 'poll',
      state: 'working',
      text: '',
      impossible: true,
      findings: 1,
      severity: 'error',
      found: [finding],
    },
    overtaken: { ...usual, kind: 'status', source: 'push', state: 'submitted', text: '', late: true },
  },
  chunks: {
    'a burst': chunks,
    'one piece': { ...chunks, count: 1, untilMs: 0 },
    'the last': { ...chunks, marks: ['append', 'last'] },
    'the agent’s copy differs': { ...chunks, source: 'poll', count: 1, marks: ['whole', 'differs'] },
  },
  message: {
    usual: { ...usual, kind: 'message', source: 'reply', text: 'Where to?' },
    'of the history': { ...usual, kind: 'message', source: 'reply', marks: ['history'], text: 'Where to?' },
  },
  call: { usual: { ...usual, kind: 'call', source: 'poll', text: 'tasks/get' } },
  'keep-alive': { usual: { ...usual, kind: 'keep-alive', source: 'stream', count: 12, text: '' } },
  error: {
    usual: { ...usual, kind: 'error', source: 'reply', text: 'Task cannot be canceled' },
  },
  end: {
    usual: { ...usual, kind: 'end', source: 'stream', text: '' },
    'too early': { ...usual, kind: 'end', source: 'stream', marks: ['interrupted'], text: '' },
    failed: { ...usual, kind: 'end', source: 'stream', failure: 'reset', text: 'The connection was reset.' },
  },
}

export function TimelineRows() {
  return Object.entries(rows).map(([kind, states]) => (
    <Samples
      key={kind}
      name={`Timeline: ${kind}`}
      states={drawnStates(states, (row) => (
        <div className="sample-row">
          <RowText row={row} pieces={undefined} onToggle={() => {}} />
        </div>
      ))}
    />
  ))
}
