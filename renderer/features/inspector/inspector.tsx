// The selection in full: an agent’s card, a problem, a task with one of its exchanges, a single exchange, or a webhook call. A
// request being written, or two compared exchanges, replace it.

import { useEffect, useRef, useState } from 'react'
import type { ExchangeDetailAnswer } from '#shared/contract/console.ts'
import { messageOf } from '#shared/errors.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { useExchange } from '../../record/use-exchange.ts'
import { useComparedWith } from '../../state/comparison.ts'
import { useCompose } from '../../state/compose.ts'
import { useSelection } from '../../state/selection.ts'
import { GuardedDrawing } from '../../ui/drawing/crash-boundary.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { InspectorTopPlace, useInspectorTop } from '../../ui/in-inspector.tsx'
import type { Tab } from '../../ui/tabs.tsx'
import { shortId, visibleString } from '../../ui/visible-text.ts'
import { type Replay, useReplay, useReplayState } from '../../viewing/open-replay.ts'
import { CardPane } from '../agent/index.ts'
import { useIsChatRead } from '../chat/index.ts'
import {
  CallDetail,
  ComparePane,
  ComposePane,
  DetailFrame,
  type ExchangeJump,
  ExchangeTab,
  type ExchangeTabId,
  exchangeTabs,
  firstExchangeTab,
  ProblemDetail,
  useExchangeJump,
} from '../console/index.ts'
import {
  ArtifactList,
  FigureList,
  NoTask,
  selectEntry,
  TaskMenu,
  type TaskView,
  useShownTask,
  useTaskView,
} from '../timeline/index.ts'

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
  // Selecting an exchange or a problem closes the composer; a task that a sent message starts does not.
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
  // Of the selection, even before its task is loaded.
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

/** Searches again with each step of the replay. */
function NotReached({ replay, look }: { readonly replay: Replay; look(): Promise<unknown> }) {
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

// The tabs of the selection: those of a task, and those of its chosen or first exchange.

type TabId = ExchangeTabId | 'artifacts'

interface ChosenTab {
  readonly chosen: TabId | undefined
  choose(tab: TabId): void
}

interface TaskSubjectProps extends ChosenTab {
  readonly task: TaskBrief
  /** Undefined until it was read. */
  readonly answer: ExchangeDetailAnswer | undefined
  /** The exchange was selected, not the task. */
  readonly isExchange: boolean
}

function TaskSubject({ task, ...rest }: TaskSubjectProps) {
  return <Subject view={useTaskView(task)} {...rest} />
}

interface ExchangeSubjectProps extends ChosenTab {
  readonly answer: ExchangeDetailAnswer
}

function ExchangeSubject(props: ExchangeSubjectProps) {
  return <Subject view={undefined} isExchange {...props} />
}

interface SubjectProps extends ChosenTab {
  readonly view: TaskView | undefined
  readonly answer: ExchangeDetailAnswer | undefined
  readonly isExchange: boolean
}

function Subject({ view, answer: exchange, isExchange, chosen, choose }: SubjectProps) {
  const [at, setAt] = useState<ExchangeJump>()
  const jump = useExchangeJump(exchange?.row.id ?? '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each jump
  useEffect(() => {
    // An event of a task is shown among the task's events.
    if (jump) choose(isExchange ? jump.tab : 'events')
    if (jump) setAt(jump)
  }, [jump, isExchange])
  const spanKey = useSelection((selection) => selection.spanKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each span
  useEffect(() => {
    if (spanKey !== undefined) choose('spans')
  }, [spanKey])
  const open = (id: TabId, next?: ExchangeJump) => {
    choose(id)
    setAt(next)
  }
  const tabs = tabsOf(view, exchange)
  const first = isExchange && exchange ? firstExchangeTab(exchange) : 'events'
  const tab = tabs.find(({ id }) => id === chosen)?.id ?? first
  const row = exchange?.row
  // Past the bound of a timeline, an exchange has its own list of events.
  const listsOwn = isExchange && exchange && (view?.read?.outline.moreRows ?? 0) > 0
  const isOfTask = tab === 'artifacts' || (tab === 'events' && !listsOwn)
  return (
    <DetailFrame
      name={view ? 'Task timeline' : 'Exchange'}
      title={
        <>
          <Title task={view?.task} label={row?.label} />
          {view?.read && <TaskMenu task={view.task} read={view.read} />}
        </>
      }
      row={row}
      tabs={tabs}
      current={tab}
      onChange={(id) => open(id)}
    >
      {view && isOfTask ? (
        <GuardedDrawing name={`timeline ${view.task.key}`} value={view.drawn}>
          <TaskTab view={view} tab={tab} />
        </GuardedDrawing>
      ) : (
        exchange &&
        tab !== 'artifacts' && (
          <GuardedDrawing name={`exchange ${exchange.row.id} ${tab}`} value={exchange.row.id} inConsole>
            <ExchangeTab
              answer={exchange}
              tab={tab}
              jump={at}
              taskId={isExchange ? undefined : view?.task.key}
              figures={view?.read && <FigureList outline={view.read.outline} />}
              onJump={(next) => open(next.tab, next)}
            />
          </GuardedDrawing>
        )
      )}
    </DetailFrame>
  )
}

function tabsOf(
  view: TaskView | undefined,
  exchange: ExchangeDetailAnswer | undefined,
): readonly Tab<TabId>[] {
  const outline = view?.read?.outline
  const ofExchange = exchange ? exchangeTabs(exchange) : []
  const isLast = ({ id }: Tab<TabId>) => id === 'spans' || id === 'findings'
  const isEvents = ({ id }: Tab<TabId>) => id === 'events'
  return [
    ...(view ? [eventsTab(outline)] : ofExchange.filter(isEvents)),
    ...ofExchange.filter((tab) => !isEvents(tab) && !isLast(tab)),
    ...(outline ? [artifactsTab(outline)] : []),
    ...ofExchange.filter(isLast),
  ]
}

function eventsTab(outline: Outline | undefined): Tab<TabId> {
  return { id: 'events', name: 'Events', ...(outline && { count: outline.figures.events }) }
}

function artifactsTab({ artifacts, moreArtifacts }: Outline): Tab<TabId> {
  return { id: 'artifacts', name: 'Artifacts', count: artifacts.length + moreArtifacts }
}

function TaskTab({ view, tab }: { readonly view: TaskView; readonly tab: TabId }) {
  const { task, events, read } = view
  if (tab === 'events' || !read) return events
  const { timeline, outline } = read
  return (
    <ArtifactList
      task={task}
      outline={outline}
      onSelect={({ firstSeq }) => {
        void timeline
          .locate(firstSeq)
          .then((place) => (place?.position === undefined ? undefined : timeline.fetchRow(place.position)))
          .then((row) => row && selectEntry(row, task.key))
          .catch(() => undefined)
      }}
    />
  )
}

interface TitleProps {
  readonly task: TaskBrief | undefined
  readonly label: string | undefined
}

function Title({ task, label }: TitleProps) {
  return (
    <>
      <h2 className="truncate">{label === undefined ? 'Timeline' : visibleString(label)}</h2>
      {task && (
        <small className="mono rigid" title={visibleString(task.taskId)}>
          {shortId(task.taskId)}
        </small>
      )}
    </>
  )
}
