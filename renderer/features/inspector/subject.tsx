// The tabs of what is selected: those of a task, and those of the exchange that was chosen in it or that it began in.

import { useEffect, useState } from 'react'
import type { ExchangeDetailAnswer } from '#shared/contract/console.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { useSelection } from '../../state/selection.ts'
import { GuardedDrawing } from '../../ui/drawing/guarded-drawing.tsx'
import { shortId } from '../../ui/short-id.ts'
import type { Tab } from '../../ui/tab.ts'
import { visibleString } from '../../ui/visible-text.ts'
import {
  DetailFrame,
  type ExchangeJump,
  ExchangeTab,
  type ExchangeTabId,
  exchangeTabs,
  firstExchangeTab,
  useExchangeJump,
} from '../console/index.ts'
import {
  ArtifactList,
  FigureList,
  selectEntry,
  TaskMenu,
  type TaskView,
  useTaskView,
} from '../timeline/index.ts'

type TabId = ExchangeTabId | 'artifacts'

/** The tab that was chosen, if one was. */
export interface ChosenTab {
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

export function TaskSubject({ task, ...rest }: TaskSubjectProps) {
  return <Subject view={useTaskView(task)} {...rest} />
}

interface ExchangeSubjectProps extends ChosenTab {
  readonly answer: ExchangeDetailAnswer
}

export function ExchangeSubject(props: ExchangeSubjectProps) {
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
    // An event of a task is shown among its events.
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
  // Past what a timeline lists, an exchange has the events of its own.
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
        <GuardedDrawing of={`timeline ${view.task.key}`} value={view.drawn}>
          <TaskTab view={view} tab={tab} />
        </GuardedDrawing>
      ) : (
        exchange &&
        tab !== 'artifacts' && (
          <GuardedDrawing of={`exchange ${exchange.row.id} ${tab}`} value={exchange.row.id} inConsole>
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
