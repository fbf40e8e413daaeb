import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { ExchangeGrid } from '../features/console/list/exchange-grid.tsx'
import '../features/console/list/wire-list.css'
import { Samples } from './sample.tsx'

const sent: ExchangeRow = {
  id: 'open',
  sessionId: 'none',
  kind: 'operation',
  method: 'POST',
  url: 'http://localhost:41241/',
  label: 'message/send',
  operation: 'send',
  dialect: '1.0',
  state: 'open',
  sentBytes: 240,
  receivedBytes: 1_204,
  startedAt: 0,
  startedMonoMs: 0,
  connectedMs: 3,
  frames: 0,
  comments: 0,
  findings: { error: 0, warning: 0, info: 0 },
  pinned: false,
  firstSeq: 1,
  lastSeq: 3,
}

const open: ExchangeRow = { ...sent, binding: 'JSONRPC' }
const answered = { state: 'done', status: 200, headMs: 40, endedMs: 60 } as const
const usual: ExchangeRow = { ...open, ...answered, id: 'answered' }

const rows: readonly ExchangeRow[] = [
  usual,
  {
    ...sent,
    ...answered,
    id: 'card',
    kind: 'card',
    method: 'GET',
    url: 'http://localhost:41241/.well-known/agent-card.json',
    label: 'GET /.well-known/agent-card.json',
  },
  { ...usual, id: 'rest', binding: 'HTTP+JSON', url: 'http://localhost:41241/v1/message:send' },
  { ...usual, id: 'grpc', binding: 'GRPC', label: 'lf.a2a.v1.A2AService/SendMessage' },
  { ...open, label: 'message/stream', status: 200, headMs: 40, frames: 12, firstFrameMs: 45 },
  { ...usual, id: 'streamed', label: 'message/stream', frames: 1_204, firstFrameMs: 45, endedMs: 4_200 },
  { ...usual, id: 'found', findings: { error: 2, warning: 1, info: 0 } },
  { ...usual, id: 'refused', status: 401, problem: 'Unauthorized' },
  { ...usual, id: 'agent-error', label: 'tasks/cancel', code: -32002, problem: 'Task cannot be canceled' },
  { ...open, id: 'failed', state: 'failed', failure: 'refused', endedMs: 4, problem: 'Connection refused' },
  { ...usual, id: 'webhook', kind: 'webhook', url: 'http://127.0.0.1:9000/hook/1', label: 'POST /hook/1' },
  { ...usual, id: 'probe', kind: 'probe', label: 'tasks/get' },
  { ...usual, id: 'marked', pinned: true, mark: 'green', note: 'The one that works' },
]

const list = {
  state: () => ({}),
  rowAt: (index: number) => rows[index],
  request() {},
  setPaused() {},
  subscribe: () => () => {},
  close() {},
}

export function WireRows() {
  return (
    <Samples name="Console: requests" states={{}}>
      <div className="sample-wire">
        <ExchangeGrid list={list} total={rows.length} reveal={undefined} />
      </div>
    </Samples>
  )
}
