// One row of the conversation, by its kind.

import { ChevronDown, ChevronRight, Copy, ExternalLink, Package } from 'lucide-react'
import { memo } from 'react'
import { messageOf } from '#shared/errors.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import type { ChatRow, MessageMark, ShownMarks } from '#shared/story/chat/chat-row.ts'
import type { Also } from '#shared/story/turn-body.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useChatView } from '../../../state/chat.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx'
import { GuardedDrawing } from '../../../ui/drawing/crash-boundary.tsx'
import { counted, formatBytes, formatOffset, joinDefined } from '../../../ui/format.ts'
import { StateMark } from '../../../ui/marks.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { shortId, visibleString } from '../../../ui/visible-text.ts'
import { useAgentSettings, useConfigure } from '../../agent/index.ts'
import { useMessageActions } from '../composer/index.ts'
import { PartRow, TextRow } from '../parts/index.ts'
import { MessageMeta } from './message-meta.tsx'
import { FailedCall, RefusedMessage, SubstituteOffer } from './refused-message.tsx'
import { TaskFoot } from './task-foot.tsx'
import { TaskHead } from './task-head.tsx'

export const RowView = memo(function RowView({ row }: { readonly row: ChatRow }) {
  if (!carried.has(row.kind)) return <Row row={row} />
  const place = `${row.block.place.exchangeId} ${row.key}`
  return (
    <GuardedDrawing name={place} value={row} plain={row.kind === 'text' ? row.piece.text : undefined}>
      <Row row={row} />
    </GuardedDrawing>
  )
})

/** Rows with an agent's own text and files. */
const carried: ReadonlySet<ChatRow['kind']> = new Set(['text', 'part', 'said', 'artifact', 'problem'])

function Row({ row }: { readonly row: ChatRow }) {
  const { block } = row
  switch (row.kind) {
    case 'meta':
      return <MessageMeta message={row.message} block={block} />
    case 'text':
      return <TextRow segment={row.segment} piece={row.piece} isFirst={row.isFirst} block={block} />
    case 'part':
      return <PartRow segment={row.segment} part={row.part} />
    case 'empty':
      return (
        <p className="row-box faint">
          {row.ofTask ? 'Completed without an answer.' : 'A message without parts.'}
        </p>
      )
    case 'answered-elsewhere':
      return (
        <p className="row-box faint">
          {'Answered in another task, '}
          <span className="mono" title={visibleString(row.taskId)}>
            {shortId(row.taskId)}
          </span>
          {'. This one hasn’t changed.'}
        </p>
      )
    case 'task-head':
      return <TaskHead row={row} />
    case 'earlier':
      return <EarlierToggle row={row} />
    case 'said':
      return <StateMessageRow row={row} />
    case 'artifact':
      return <ArtifactHead row={row} />
    case 'also':
      return <AlsoRow also={row.also} />
    case 'offer':
      return <FoldToggle subject={block.key}>{offerWords(row.count)}</FoldToggle>
    case 'task-foot':
      return <TaskFoot task={row.task} />
    case 'problem':
      return <ProblemRow row={row} />
  }
}

/** Tasks of the same context that another client started, reported by a webhook call or a list. */
function offerWords(count: number): string {
  return `${counted(count, 'task of this conversation was', 'tasks of this conversation were')} started by another client`
}

type RowOf<Kind extends ChatRow['kind']> = Extract<ChatRow, { kind: Kind }>

/** The states of a turn except the last, and messages that only its history contains. */
function EarlierToggle({ row: { states, hasLater, told, block } }: { readonly row: RowOf<'earlier'> }) {
  const words = joinDefined(
    ', ',
    states > 0 && counted(states, hasLater ? 'other state' : 'earlier state'),
    told > 0 && `${counted(told, 'message')} of its history`,
  )
  return <FoldToggle subject={block.key}>{words}</FoldToggle>
}

function StateMessageRow({ row: { ms, state, role, byCaller, words } }: { readonly row: RowOf<'said'> }) {
  const user = byCaller ? 'Caller' : 'You'
  return (
    <div className="row-box said text-line gap-8">
      <span className="num mono faint">{formatOffset(ms)}</span>
      {state === undefined ? (
        <span className="dim">{role === 'user' ? user : 'Agent'}, in its history</span>
      ) : (
        <StateMark state={state} />
      )}
      <span className="shrinks">
        <UntrustedText text={words} limit={300} />
      </span>
    </div>
  )
}

function ArtifactHead({ row }: { readonly row: RowOf<'artifact'> }) {
  const { name, description, chunks, characters, growing, marks, also, place } = row
  const size = joinDefined(
    ' · ',
    chunks > 1 && counted(chunks, 'chunk'),
    characters > 0 && formatBytes(characters),
    growing && 'growing',
  )
  return (
    <div className="row-box artifact-head line gap-8 small">
      <Package size={13} className="dim" />
      <strong className="truncate bold" title={description && shorten(description, maxTitleChars)}>
        <UntrustedText text={name} limit={200} />
      </strong>
      <span className="dim rigid">{size}</span>
      <OddMarks marks={marks} />
      <AlsoMark also={also} />
      <span className="spacer" />
      {place && (
        <IconButton
          className="on-the-wire"
          label="Show request"
          icon={<ExternalLink size={12} />}
          onClick={() => showOnWire(place.exchangeId, place.seq)}
        />
      )}
    </div>
  )
}

function OddMarks({ marks }: { readonly marks: ShownMarks }) {
  const words = joinDefined(
    ' · ',
    marks.replaced && 'replaced while streaming',
    marks.createdByAppend && 'started by an append',
    marks.afterLastChunk && 'continued after its last chunk',
    marks.stored === 'differs' && 'the stored copy differs',
    marks.stored === 'stored-ahead' && 'the stored copy has more than was streamed',
  )
  return words && <span className="tone-warn small">{words}</span>
}

/** Where else the same text arrived. */
function AlsoMark({ also: { states, told, closing } }: { readonly also: Also }) {
  const places = joinDefined(
    ' and ',
    states > 0 && `in ${counted(states, 'state')} while working`,
    told > 0 && `in ${counted(told, 'message')} of its history`,
    closing && 'with the last state',
  )
  if (places === '') return null
  return (
    <span
      className="faint inline rigid gap-4 small"
      title="The same text was received several times and is shown once."
    >
      <Copy size={11} /> also {places}
    </span>
  )
}

function AlsoRow({ also }: { readonly also: Also }) {
  return (
    <div className="row-box also-row">
      <AlsoMark also={also} />
    </div>
  )
}

interface FoldToggleProps {
  /** Key of what it opens. */
  readonly subject: string
  readonly children: string
}

/** A line for collapsed content. */
function FoldToggle({ subject, children }: FoldToggleProps) {
  const open = useChatView((view) => view.open.has(subject))
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <div className="row-box">
      <LinkButton
        className="earlier text-line gap-8"
        aria-expanded={open}
        onClick={() => useChatView.getState().toggle(subject)}
      >
        <Chevron size={12} />
        {children}
      </LinkButton>
    </div>
  )
}

/** Below a message without a complete answer. */
function ProblemRow({ row }: { readonly row: Extract<ChatRow, { kind: 'problem' }> }) {
  const { canCall } = useEngine()
  const { problem, exchangeId, agentId, message, filesTwice } = row
  if (agentId !== undefined && canCall && problem.wantsAccess) {
    return <RefusedMessage agentId={agentId} row={row} />
  }
  return (
    <FailedCall
      title={problem.what}
      detail={problem.detail}
      exchangeId={exchangeId}
      harmless={problem.harmless}
    >
      {agentId !== undefined && canCall && filesTwice && (
        <FilesTwiceOffer agentId={agentId} message={message} />
      )}
      {agentId !== undefined && canCall && problem.isUnanswered && (
        <SubstituteOffer agentId={agentId} message={message} />
      )}
      {agentId !== undefined && canCall && problem.mayRetry && <RetryOffer message={message} />}
    </FailedCall>
  )
}

function RetryOffer({ message }: { readonly message: MessageMark }) {
  const { sendAgain } = useMessageActions(message.key)
  return (
    <span>
      <Button onClick={sendAgain}>Retry</Button>
    </span>
  )
}

/** Parley does not resend by itself: an error over REST does not prove that nothing was done. */
function FilesTwiceOffer({ agentId, message }: { readonly agentId: string; readonly message: MessageMark }) {
  const { fileBytes } = useAgentSettings(agentId)
  const configure = useConfigure(agentId)
  const { sendAgain } = useMessageActions(message.key)
  if (fileBytes === 'encoded-twice') return null
  return (
    <>
      <span>
        The message carries file bytes. Servers on a2a-python 0.3 and a2a-java 0.3 treat these as base64 text,
        so their own clients encode them twice.
      </span>
      <span>
        <Button
          disabled={configure.isPending}
          title="From now on, files are sent to this agent that way. Connection can change it back"
          onClick={() =>
            configure.mutate((now) => ({ ...now, fileBytes: 'encoded-twice' }), { onSuccess: sendAgain })
          }
        >
          Send again, encoded twice
        </Button>
      </span>
      {configure.error && <span role="alert">{messageOf(configure.error)}</span>}
    </>
  )
}
