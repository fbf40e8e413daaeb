// What is selected, in full: an agent’s card, a problem, a task with the exchange of it that is looked at, an exchange alone, or a webhook call. A
// request that is written, and two exchanges compared, take its place meanwhile.

import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../host/message-of.ts'
import type { Replay } from '../../looking/open-replay.ts'
import { useReplay, useReplayState } from '../../looking/replay-context.ts'
import { useExchange } from '../../record/use-exchange.ts'
import { useComparedWith } from '../../state/comparison.ts'
import { useCompose } from '../../state/compose.ts'
import { useSelection } from '../../state/selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { InspectorTopPlace, useInspectorTop } from '../../ui/in-inspector.tsx'
import { CardPane } from '../agent/index.ts'
import { useIsChatRead } from '../chat/index.ts'
import { CallDetail, ComparePane, ComposePane, ProblemDetail } from '../console/index.ts'
import { NoTask, useShownTask } from '../timeline/index.ts'
import { type ChosenTab, ExchangeSubject, TaskSubject } from './subject.tsx'

export function Inspector() {
  return (
    <section className="pane" aria-label="Inspector">
      <InspectorTopPlace />
      <ErrorBoundary name="Inspector">
        <InPlace />
      </ErrorBoundary>
    </section>
  )
}

function InPlace() {
  const { problem, exchangeId } = useSelection()
  const { composed, isOpen, show } = useCompose()
  const isFilled = useInspectorTop((top) => top.isFilled)
  const comparedWith = useComparedWith()
  // Looking at an exchange or a problem puts the composer away, with what is in it; a task that a message on its way starts does not.
  useEffect(
    () =>
      useSelection.subscribe(({ problem, exchangeId }, before) => {
        const isOther = exchangeId !== before.exchangeId || problem !== before.problem
        if ((exchangeId !== undefined || problem) && isOther) show(false)
      }),
    [show],
  )
  if (isOpen && composed !== undefined) return <ComposePane composed={composed} />
  if (!problem && exchangeId !== undefined && comparedWith !== undefined)
    return <ComparePane leftId={comparedWith} rightId={exchangeId} />
  // A test that sent nothing has no bytes.
  return isFilled && exchangeId === undefined ? null : <Selected />
}

function Selected() {
  const { agentId, card, problem, taskId, exchangeId: selectedId } = useSelection()
  const { task, isLoading, exchangeId: answeredIn } = useShownTask()
  const exchangeId = selectedId ?? task?.place.exchangeId ?? answeredIn
  const { data, error, errorUpdateCount, refetch } = useExchange(exchangeId)
  const replay = useReplay()
  // What was deleted meanwhile stays readable.
  const answer = data?.row.id === exchangeId ? data : undefined
  const isRead = useIsChatRead()
  const isExchange = taskId === undefined && selectedId !== undefined
  // Of what is selected, whether or not its task is there yet.
  const subject = isExchange ? selectedId : (task?.key ?? exchangeId)
  const [tab, setTab] = useState<Pick<ChosenTab, 'chosen'> & { readonly subject: string | undefined }>()
  const tabs: ChosenTab = {
    chosen: tab?.subject === subject ? tab?.chosen : undefined,
    choose: (chosen) => setTab({ subject, chosen }),
  }
  if (card) return <CardPane />
  if (problem) return <ProblemDetail key={JSON.stringify(problem)} problem={problem} />
  if (isExchange && isLoading && !task) return undefined
  if (isExchange && !answer && errorUpdateCount > 0 && replay)
    return <NotReached replay={replay} look={refetch} />
  if (isExchange && !answer) return error && <p className="notice">{messageOf(error)}</p>
  if (isExchange && answer?.row.kind === 'webhook') return <CallDetail key={selectedId} answer={answer} />
  if (task)
    return <TaskSubject key={task.key} task={task} answer={answer} isExchange={isExchange} {...tabs} />
  if (answer) return <ExchangeSubject key={exchangeId} answer={answer} {...tabs} />
  if (agentId === undefined) return <NoTask />
  return isRead ? <CardPane /> : undefined
}

interface NotReachedProps {
  readonly replay: Replay
  look(): Promise<unknown>
}

/** Looks again with each step of the replay. */
function NotReached({ replay, look }: NotReachedProps) {
  const { seq } = useReplayState(replay)
  const looked = useRef(seq)
  useEffect(() => {
    if (looked.current === seq) return
    looked.current = seq
    void look()
  }, [seq, look])
  return (
    <EmptyState title="Not reached yet">
      <p>The replay hasn’t reached this request.</p>
    </EmptyState>
  )
}
