import type { BareRow, Block, ChatRow, TaskBrief } from '#shared/story/chat/chat-row.ts'
import { BlockView } from '../features/chat/conversation/block-view.tsx'
import { RowView } from '../features/chat/conversation/row-view.tsx'
import '../features/chat/conversation/conversation.css'
import { drawnStates, hostileText, longText, markdownText, Samples } from './sample.tsx'

const place = { exchangeId: 'x-1', seq: 1 }
const task: TaskBrief = {
  key: 'agent/t-1',
  taskId: 't-1',
  contextId: 'c-1',
  phase: 'settled',
  state: 'completed',
  place,
  firstAt: 0,
  lastAt: 4_200,
  sent: [],
}
const segment = { key: 's-1', place }
const text = (words: string): BareRow => ({
  kind: 'text',
  key: 'text',
  segment,
  piece: { text: words },
  isFirst: true,
})
const also = { states: 0, told: 0, closing: false }
const artifact = {
  kind: 'artifact',
  key: 'artifact',
  name: 'Itinerary',
  chunks: 12,
  characters: 1_204,
  growing: false,
  marks: {},
  also,
} as const

/** A record, so that a new kind of row does not compile without a sample. */
const rows: Readonly<Record<ChatRow['kind'], Readonly<Record<string, BareRow>>>> = {
  meta: {
    sent: { kind: 'meta', key: 'meta', message: { key: 'm-1', at: 0, origin: 'sent' } },
    'an id used twice': {
      kind: 'meta',
      key: 'meta',
      message: { key: 'm-2', at: 0, origin: 'direct', idReused: true },
    },
    'of the history': { kind: 'meta', key: 'meta', message: { key: 'm-3', at: 0, origin: 'history' } },
  },
  text: {
    short: text('Three days in Lisbon, please.'),
    markdown: text(markdownText),
    long: text(longText.repeat(3)),
    'hidden characters': text(hostileText),
  },
  part: {
    data: {
      kind: 'part',
      key: 'part',
      segment,
      part: { kind: 'data', data: { city: 'Lisbon', nights: 2, stops: ['Alfama', 'Belém'] } },
    },
    'file by address': {
      kind: 'part',
      key: 'part',
      segment,
      part: {
        kind: 'file-url',
        url: 'https://example.com/plan.pdf',
        filename: 'plan.pdf',
        mediaType: 'application/pdf',
      },
    },
    'file of bytes': {
      kind: 'part',
      key: 'part',
      segment,
      part: {
        kind: 'file-bytes',
        base64: 'bmlnaHRzLGNvc3QKMiwyMTAK',
        filename: 'costs.csv',
        mediaType: 'text/csv',
      },
    },
  },
  empty: {
    'without parts': { kind: 'empty', key: 'empty' },
    'of a task': { kind: 'empty', key: 'empty', ofTask: true },
  },
  'answered-elsewhere': {
    'in another task': { kind: 'answered-elsewhere', key: 'elsewhere', taskId: 'task-7f3a9c42' },
  },
  'task-head': {
    completed: { kind: 'task-head', key: 'head', task, state: 'completed', isLast: true },
    'at work': {
      kind: 'task-head',
      key: 'head',
      task: { ...task, phase: 'live', state: 'working' },
      state: 'working',
      isLast: true,
      note: 'Searching for trams',
    },
    'waits for input': {
      kind: 'task-head',
      key: 'head',
      task: { ...task, phase: 'waiting', state: 'input-required' },
      state: 'input-required',
      isLast: true,
    },
    failed: {
      kind: 'task-head',
      key: 'head',
      task: { ...task, state: 'failed' },
      state: 'failed',
      isLast: true,
    },
    interrupted: {
      kind: 'task-head',
      key: 'head',
      task: {
        ...task,
        phase: 'interrupted',
        state: 'working',
        broken: {
          what: 'The stream closed early after 3 events',
          detail: 'The agent closed the stream.',
          exchangeId: 'x-2',
        },
      },
      state: 'working',
      isLast: true,
    },
    'an earlier turn': { kind: 'task-head', key: 'head', task, state: 'completed', isLast: false },
  },
  earlier: { folded: { kind: 'earlier', key: 'earlier', states: 3, told: 1 } },
  said: {
    'a state': { kind: 'said', key: 'said', ms: 320, state: 'working', words: 'Searching for trams' },
    'of the history': { kind: 'said', key: 'said', ms: 0, role: 'agent', words: 'Where to?' },
  },
  artifact: {
    whole: artifact,
    growing: { ...artifact, growing: true, description: 'Three days, day by day' },
    'stored as something else': { ...artifact, marks: { stored: 'differs' } },
    'after its last chunk': { ...artifact, marks: { afterLastChunk: true } },
  },
  also: { 'said before': { kind: 'also', key: 'also', also: { states: 2, told: 1, closing: true } } },
  'task-foot': {
    settled: { kind: 'task-foot', key: 'foot', task },
    'the last call was refused': {
      kind: 'task-foot',
      key: 'foot',
      task: {
        ...task,
        refused: {
          what: 'Error -32002',
          detail: 'Task cannot be canceled',
          operation: 'cancel',
          exchangeId: 'x-2',
        },
      },
    },
  },
  offer: {
    'one task': { kind: 'offer', key: 'offer', count: 1 },
    'several tasks': { kind: 'offer', key: 'offer', count: 12 },
  },
  problem: {
    'an error': {
      kind: 'problem',
      key: 'problem',
      exchangeId: 'x-3',
      message: { key: 'm-1', at: 0, origin: 'sent' },
      problem: { what: 'HTTP 500', detail: 'No error message.' },
    },
    'wants access': {
      kind: 'problem',
      key: 'problem',
      exchangeId: 'x-4',
      message: { key: 'm-1', at: 0, origin: 'sent' },
      problem: {
        what: 'HTTP 401',
        detail: 'Unauthorized',
        wantsAccess: true,
      },
    },
  },
}

const blockKinds: Readonly<Partial<Record<ChatRow['kind'], Block['kind']>>> = {
  problem: 'problem',
  offer: 'offer',
  meta: 'theirs',
  text: 'theirs',
  part: 'theirs',
}

export function ChatRows() {
  return Object.entries(rows).map(([kind, states]) => (
    <Samples
      key={kind}
      name={`Chat: ${kind}`}
      states={drawnStates(states, (row, state) => (
        <div className="sample-wide">
          <BlockView block={blockOf(row, state)} onClick={() => {}}>
            <div className="row first last">
              <RowView row={{ ...row, block: blockOf(row, state) }} />
            </div>
          </BlockView>
        </div>
      ))}
    />
  ))
}

function blockOf({ kind }: BareRow, state: string): Block {
  return {
    key: `${kind} ${state}`,
    kind: blockKinds[kind] ?? 'task',
    label: kind === 'meta' ? 'Agent' : `${kind}, ${state}`,
    place,
    taskKey: task.key,
  }
}
