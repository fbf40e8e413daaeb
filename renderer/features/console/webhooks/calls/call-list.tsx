// The webhook calls, the newest last.

import { CircleMinus, ShieldAlert, ShieldCheck, ShieldX, TriangleAlert, X } from 'lucide-react'
import { useMemo } from 'react'
import { mayBeCalled } from '#shared/contract/may-be-called.ts'
import type { ReceiverState } from '#shared/contract/push.ts'
import type { Twin, WebhookCallRow } from '#shared/contract/story.ts'
import { type Proof, proofOf } from '#shared/record/webhook-proof.ts'
import { runCommand } from '../../../../commands/commands.ts'
import { useEngine } from '../../../../host/engine.tsx'
import { createListOf, type Rows, usePagedList } from '../../../../record/paged-list.ts'
import { useWebhooks } from '../../../../state/console.ts'
import { openRowMenu } from '../../../../state/row-menu.ts'
import { useSelection } from '../../../../state/selection.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { ColumnGrid, type FittingColumn } from '../../../../ui/column-grid.tsx'
import { EmptyState } from '../../../../ui/feedback.tsx'
import { formatBytes, formatDuration, joinDefined } from '../../../../ui/format.ts'
import { Mark, StateMark } from '../../../../ui/marks.tsx'
import { shortId, visibleString } from '../../../../ui/visible-text.ts'
import { ExchangeStatus, timeColumn } from '../../../requests/index.ts'
import { twinWords } from './call-sentences.ts'
import '../webhooks.css'
import '../../list/wire-list.css'

/** It is normal that the stream overtakes a call. */
const calm: ReadonlySet<string> = new Set(['late'])

const proofs = {
  proven: { icon: ShieldCheck, colour: 'var(--completed)', word: 'verified' },
  partly: { icon: ShieldAlert, colour: 'var(--input-required)', word: 'in part' },
  wrong: { icon: ShieldX, colour: 'var(--failed)', word: 'wrong' },
  missing: { icon: ShieldX, colour: 'var(--failed)', word: 'missing' },
  unasked: { icon: CircleMinus, colour: 'var(--dim)', word: 'unasked' },
} as const satisfies Record<Proof, unknown>

const columns: readonly FittingColumn<WebhookCallRow>[] = [
  // In a narrower list the states need the room.
  { ...timeColumn, fromPx: 430 },
  {
    name: 'Task',
    width: '92px',
    fromPx: 460,
    cell: ({ taskId = '' }) => (
      <span className="mono dim" title={taskId && visibleString(taskId)}>
        {shortId(taskId)}
      </span>
    ),
  },
  {
    name: 'Update',
    width: 'minmax(120px, 1fr)',
    cell: (row) => (
      <span className="call-told line gap-6">
        <span className="truncate">
          <ReportedText row={row} />
        </span>
        <OrderTags row={row} />
      </span>
    ),
  },
  {
    name: 'Authentication',
    width: '96px',
    fromPx: 400,
    cell: (row) => <ProofMark row={row} />,
  },
  {
    name: 'Response',
    width: '86px',
    cell: (row) => <ExchangeStatus exchange={row} />,
  },
  {
    name: 'Also reported by',
    width: '148px',
    fromPx: 660,
    cell: ({ twin }) => twin && <TwinText twin={twin} />,
  },
  {
    name: 'Size',
    width: '60px',
    fromPx: 720,
    cell: ({ receivedBytes }) => <span className="dim num">{formatBytes(receivedBytes)}</span>,
  },
]

function CallGrid({ list, total }: { readonly list: Rows<WebhookCallRow>; readonly total: number }) {
  const selectedId = useSelection((selection) => selection.exchangeId)
  return (
    <ColumnGrid
      name="Webhook calls"
      columns={columns}
      rowHeight={25}
      count={total}
      followsTail
      onRange={list.request}
      rowOf={list.rowAt}
      isSelected={(row) => row.id === selectedId}
      onSelect={(row) => useSelection.getState().selectExchange(row.id)}
      onContext={(row, at) => openRowMenu(row.id, at)}
    />
  )
}

interface CallListProps {
  /** Undefined in a recording. */
  readonly state: ReceiverState | undefined
}

export function CallList({ state }: CallListProps) {
  const { client } = useEngine()
  const { ofConfigId, filter } = useWebhooks()
  const config = state?.configurations.find(({ id }) => id === ofConfigId)
  const path = config && URL.parse(config.url)?.pathname
  const ofConfig = path === undefined ? '' : `url:${path.split('/').at(-1)}`
  const both = joinDefined(' ', ofConfig, filter)
  const list = useMemo(
    () => createListOf((request, options) => client.story.calls({ filter: both, ...request }, options)),
    [client, both],
  )
  const { answer, problem } = usePagedList(list)
  const total = answer?.total
  const narrowed = config !== undefined || filter.trim() !== ''
  return (
    <div className="column full-height">
      {config && (
        <p className="list-note line gap-8">
          <span className="truncate">
            Only calls of {config.agentConfigId}
            {config.taskId !== undefined && ` for the task ${config.taskId}`}.
          </span>
          <IconButton
            label="Show the calls of all configurations"
            icon={<X size={12} />}
            onClick={() => useWebhooks.getState().showCallsOf(undefined)}
          />
        </p>
      )}
      {problem !== undefined && <p className="notice">{problem}</p>}
      {!!total && <CallGrid list={list} total={total} />}
      {total === 0 && narrowed && (
        <EmptyState title="No such calls">
          <p>No webhook call in the record matches.</p>
          <Button
            onClick={() => {
              useWebhooks.getState().setFilter('')
              useWebhooks.getState().showCallsOf(undefined)
            }}
          >
            Show all calls
          </Button>
        </EmptyState>
      )}
      {total === 0 && !narrowed && <NoCalls state={state} />}
    </div>
  )
}

/** Shows the next step to a first call. */
function NoCalls({ state }: CallListProps) {
  const { canCall } = useEngine()
  if (!canCall) {
    return (
      <EmptyState title="No webhook calls">
        <p>No agent called a webhook of Parley in this recording.</p>
      </EmptyState>
    )
  }
  if (!state) return null
  if (!state.listening) {
    return (
      <EmptyState title="The webhook receiver is off">
        <p>
          When it is on, agents can send push notifications to an address on this machine. Each call is listed
          here with a verdict. It can’t be reached from outside this machine unless you allow it.
        </p>
        <Button primary onClick={() => runCommand('webhooks.receiver')}>
          Turn the receiver on
        </Button>
      </EmptyState>
    )
  }
  const open = state.configurations.filter(mayBeCalled)
  return (
    <EmptyState title="No webhook calls yet">
      <p>
        {open.length === 0
          ? 'Parley is listening. Give a task a push configuration, and its agent’s calls are listed here as they arrive.'
          : 'Parley is listening, but no agent has called. The configuration can show why.'}
      </p>
      {open.length === 0 ? (
        <Button primary onClick={() => runCommand('webhooks.new')}>
          New configuration
        </Button>
      ) : (
        <Button onClick={() => useWebhooks.getState().chooseConfiguration(open.at(-1)?.id)}>
          Go to the configuration
        </Button>
      )}
    </EmptyState>
  )
}

// The cells of a webhook call's row: state as colour, word and shape.

interface OfRow {
  readonly row: WebhookCallRow
}

function ReportedText({ row: { method, url, call } }: OfRow) {
  if (method !== 'POST') {
    return (
      <span className="mono">{url.includes('validationToken=') ? `${method} validationToken` : method}</span>
    )
  }
  if (!call) return null
  const { told } = call
  if (!told) return <span className="tone-bad">no update</span>
  switch (told.what) {
    case 'status':
    case 'task':
      return (
        <>
          {told.what === 'task' && <span className="dim">task </span>}
          {told.state && <StateMark state={told.state} />}
        </>
      )
    case 'artifact':
      return <span>artifact piece</span>
    case 'message':
      return <span>message</span>
  }
}

function OrderTags({ row: { findings, call } }: OfRow) {
  const { error, warning } = findings
  const tags = [
    call?.retry && `attempt ${call.attempt}`,
    !call?.retry && (call?.attempt ?? 1) > 1 && 'repeated',
    call?.outOfOrder && 'out of order',
    call?.late && !call.outOfOrder && !call.retry && 'late',
    call?.afterTerminal && 'after the end',
  ].filter((tag) => typeof tag === 'string')
  return (
    <>
      {tags.map((tag) => (
        <span key={tag} className={joinDefined(' ', 'call-tag tone-warn small', calm.has(tag) && 'calm')}>
          {tag}
        </span>
      ))}
      {error + warning > 0 && (
        <span
          className="finding-badge num inline gap-3"
          style={{ color: error > 0 ? 'var(--failed)' : 'var(--input-required)' }}
        >
          <TriangleAlert size={11} /> {error + warning}
          <span className="visually-hidden">problems</span>
        </span>
      )}
    </>
  )
}

function ProofMark({ row: { call, method } }: OfRow) {
  if (!call?.verdict || method !== 'POST') return null
  const { token, authorization } = call.verdict
  return <Mark {...proofs[proofOf(call.verdict)]} title={`Token ${token}, Authorization ${authorization}`} />
}

function TwinText({ twin }: { readonly twin: Twin }) {
  const words =
    twin.kind === 'after'
      ? `${twin.source} ${formatDuration(twin.delayMs)} before`
      : twin.kind === 'ahead'
        ? `${twin.source} ${formatDuration(twin.aheadMs)} later`
        : 'nothing else'
  return (
    <span className="dim num" title={twinWords(twin)}>
      {words}
    </span>
  )
}
