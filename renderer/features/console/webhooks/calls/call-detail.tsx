// One webhook call: its facts, its body and its head.

import { CircleCheck, CircleX, Dot, TriangleAlert } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ExchangeDetailAnswer } from '#shared/contract/console.ts'
import type { Attempt } from '#shared/contract/story.ts'
import type { WebhookEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEngine } from '../../../../host/engine.tsx'
import { useFollowed } from '../../../../record/use-followed.ts'
import { useReceiver } from '../../../../record/use-receiver.ts'
import { useWebhooks } from '../../../../state/console.ts'
import { keyOfTask, taskOfRow, useSelection } from '../../../../state/selection.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { formatClock, formatDuration } from '../../../../ui/format.ts'
import { UntrustedText } from '../../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../../ui/visible-text.ts'
import { RequestBody } from '../../detail/body-panes.tsx'
import { DetailFrame, findingsTab } from '../../detail/detail-frame.tsx'
import { ExchangeFindings } from '../../detail/exchange-findings.tsx'
import { HeadsView, MaskedText } from '../../detail/heads-view.tsx'
import { exchangePartsOf } from '../../exchange-parts.ts'
import { backOffOf, type CallSentence, callSentences } from './call-sentences.ts'

const outcomes = {
  accepted: { colour: 'var(--completed)', shape: '●' },
  refused: { colour: 'var(--failed)', shape: '■' },
  unanswered: { colour: 'var(--canceled)', shape: '▲' },
} as const

type DetailTab = 'verdict' | 'headers' | 'findings'

export function CallDetail({ answer }: { readonly answer: ExchangeDetailAnswer }) {
  const parts = exchangePartsOf(answer)
  return parts.webhook && <Detail answer={answer} entry={parts.webhook} />
}

function Detail({ answer, entry }: { readonly answer: ExchangeDetailAnswer; readonly entry: WebhookEntry }) {
  const { row } = answer
  const [chosenTab, setChosenTab] = useState<DetailTab>('verdict')
  const [pointer, setPointer] = useState<string>()
  const parts = exchangePartsOf(answer)
  const tabs = [
    { id: 'verdict', name: 'Verdict' },
    { id: 'headers', name: 'Headers' },
    ...findingsTab(row),
  ] as const
  const tab = tabs.find(({ id }) => id === chosenTab)?.id ?? 'verdict'
  return (
    <DetailFrame
      name="Webhook call"
      title={<Title row={row} />}
      row={row}
      tabs={tabs}
      current={tab}
      onChange={(id) => {
        setChosenTab(id)
        setPointer(undefined)
      }}
    >
      {tab === 'verdict' && (
        <div className="column full-height">
          <Verdict entry={entry} outcome={row} />
          <div className="fills rule-above">
            <RequestBody parts={parts} reveal={pointer === undefined ? undefined : { pointer }} />
          </div>
        </div>
      )}
      {tab === 'headers' && <HeadsView row={row} parts={parts} />}
      {tab === 'findings' && (
        <ExchangeFindings
          row={row}
          onJump={(_, finding) => {
            setPointer(finding.pointer)
            setChosenTab('verdict')
          }}
        />
      )}
    </DetailFrame>
  )
}

function Title({ row }: { readonly row: ExchangeRow }) {
  const task = taskOfRow(row)
  return (
    <>
      <h2 className="truncate">Webhook call</h2>
      {task && (
        <LinkButton
          className="rigid small"
          title={visibleString(task.taskId)}
          onClick={() =>
            useSelection.getState().selectTask(keyOfTask(task), { exchangeId: row.id, seq: row.firstSeq })
          }
        >
          Show its task
        </LinkButton>
      )}
    </>
  )
}

const groups = [
  { about: 'told', name: 'Update' },
  { about: 'proof', name: 'Sender' },
  { about: 'jwt', name: 'JWT claims' },
  { about: 'order', name: 'Timing' },
  { about: 'answer', name: 'Response' },
] as const satisfies readonly { about: CallSentence['about']; name: string }[]

function Verdict({ entry, outcome }: { readonly entry: WebhookEntry; readonly outcome: ExchangeRow }) {
  const { taskId } = outcome
  const { row, attempts = [] } = useCall(entry.exchangeId) ?? {}
  const { call: view, twin, isStranger = false } = row ?? {}
  const sentences = callSentences({ entry, view, taskId, isStranger, twin, outcome })
  const configId = useOpenConfiguration(entry.registration?.configId)
  return (
    <div className="detail webhook-verdict column scrolls">
      {groups.map(({ about, name }) => {
        const sources = sentences.filter((sentence) => sentence.about === about)
        if (sources.length === 0) return null
        return (
          <section key={about} aria-label={name}>
            <h3 className="webhook-head mb-4 small bold">{name}</h3>
            <ul className="verdict-list column gap-3">
              {sources.map(({ tone, text }) => (
                <li key={text}>
                  <ToneMark tone={tone} />
                  <span>
                    <UntrustedText text={text} limit={800} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      <AttemptsView exchangeId={entry.exchangeId} attempts={attempts} />
      <p className="faint small">
        From {entry.remoteAddress}
        {entry.via && (
          <>
            {' through the tap, at '}
            <MaskedText text={entry.via.tap} />
          </>
        )}
        {configId !== undefined && (
          <>
            {' · '}
            <LinkButton onClick={() => useWebhooks.getState().chooseConfiguration(configId)}>
              its configuration
            </LinkButton>
          </>
        )}
      </p>
    </div>
  )
}

function useCall(exchangeId: string) {
  const { client } = useEngine()
  return useFollowed(
    useCallback(
      (wait, signal) => client.story.call({ exchangeId, ...wait }, { signal }),
      [client, exchangeId],
    ),
  ).answer
}

/** The configuration, unless it was deleted or this is a recording. */
function useOpenConfiguration(configId: string | undefined): string | undefined {
  const { canCall } = useEngine()
  const { data } = useReceiver()
  return canCall ? data?.configurations.find(({ id }) => id === configId)?.id : undefined
}

const tones = {
  good: { Icon: CircleCheck, colour: 'var(--completed)', word: 'right' },
  bad: { Icon: CircleX, colour: 'var(--failed)', word: 'wrong' },
  odd: { Icon: TriangleAlert, colour: 'var(--input-required)', word: 'odd' },
  plain: { Icon: Dot, colour: 'var(--dim)', word: '' },
} as const satisfies Record<CallSentence['tone'], unknown>

function ToneMark({ tone }: { readonly tone: CallSentence['tone'] }) {
  const { Icon, colour, word } = tones[tone]
  return (
    <span className="verdict-mark" style={{ color: colour }}>
      <Icon size={13} />
      {word !== '' && <span className="visually-hidden">{word}: </span>}
    </span>
  )
}

interface AttemptsViewProps {
  readonly exchangeId: string
  readonly attempts: readonly Attempt[]
}

/** The attempts at one notification on a time line, with the agent's delays. */
function AttemptsView({ exchangeId, attempts }: AttemptsViewProps) {
  if (attempts.length < 2) return null
  const words = backOffOf(attempts)
  const longestMs = Math.max(1, ...attempts.map(({ waitedMs }) => waitedMs))
  return (
    <section aria-label="Attempts of this call">
      <h3 className="webhook-head mb-4 small bold">
        {attempts.length} tries <span className="dim">{words}</span>
      </h3>
      <ol className="call-tries flex at-end">
        {attempts.map((attempt, index) => (
          <AttemptMark
            key={attempt.exchangeId}
            attempt={attempt}
            number={index + 1}
            share={attempt.waitedMs / longestMs}
            isShown={attempt.exchangeId === exchangeId}
          />
        ))}
      </ol>
    </section>
  )
}

interface AttemptMarkProps {
  readonly attempt: Attempt
  readonly number: number
  /** Share of the longest wait. */
  readonly share: number
  readonly isShown: boolean
}

function AttemptMark({ attempt, number, share, isShown }: AttemptMarkProps) {
  const { waitedMs, status, answered, exchangeId } = attempt
  const { colour, shape } = outcomes[answered]
  const words = `Try ${number}: ${status === 0 ? answered : `${status} ${answered}`}`
  return (
    <li className="call-try flex at-end" style={{ flexGrow: number === 1 ? 0 : 0.15 + share }}>
      {number > 1 && <span className="call-try-wait num fills dim small">{formatDuration(waitedMs)}</span>}
      <button
        type="button"
        className="call-try-mark column gap-1 small"
        style={{ color: colour }}
        aria-label={words}
        aria-current={isShown}
        title={`${words}, ${formatClock(attempt.at)}`}
        onClick={() => useSelection.getState().selectExchange(exchangeId)}
      >
        <span aria-hidden={true}>{shape}</span>
        <span className="num">{status === 0 ? '–' : status}</span>
      </button>
    </li>
  )
}
