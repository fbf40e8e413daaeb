// The blocks of a task's turns: what it said, made and came to since it was asked.

import { at } from '../../collections/list.ts'
import type { WorkingText } from '../../contract/chat.ts'
import type { TaskView } from '../task-view.ts'
import { turnBodyOf } from '../turn-body.ts'
import { earlierIn, otherStates, type Turn, turnsOf } from '../turns.ts'
import type { BareRow, TaskBrief } from './chat-row.ts'
import type { LaidBlock, LayoutSource } from './laid-block.ts'
import type { Segment } from './segment.ts'
import type { SegmentRows } from './segment-rows.ts'
import { type KnownSegments, sayingSegments, wayTo } from './segments.ts'
import { briefOf } from './task-brief.ts'
import { artifactRow, earlierRow, headRow, saidRow } from './task-rows.ts'

interface Answered {
  readonly task: TaskView
  readonly elsewhere: string | undefined
}

interface KnownTurn extends Answered {
  readonly isOpen: boolean
  readonly workingText: WorkingText | undefined
  readonly laid: LaidBlock | undefined
}

export function createTurnBlocks(segmentRows: SegmentRows, segmentsOf: KnownSegments) {
  const briefs = new WeakMap<TaskView, TaskBrief>()
  const turns = new Map<string, KnownTurn>()
  const readers = createKept(createReaders)

  const rowsOf = (key: string, turn: Turn, { task, elsewhere }: Answered, source: LayoutSource) => {
    const { open, workingText, exchange } = source
    const brief = briefs.get(task) ?? briefOf(task, exchange)
    briefs.set(task, brief)
    const sayings = readers(task.key)(task)
    const body = turnBodyOf(task, turn, workingText)
    const rows: BareRow[] = [headRow(key, brief, turn, body.note)]
    if (elsewhere !== undefined)
      rows.push({ kind: 'answered-elsewhere', key: `${key}.elsewhere`, taskId: elsewhere })
    const segments: Segment[] = []
    const { calls } = body
    const early: Segment[] = []
    const show = (of: object, said: readonly Segment[]) => {
      const isEarly = (each: Segment) => each.kind === 'part' && calls.isEarly(of, each.part)
      const isRetold = (each: Segment) => each.kind === 'part' && calls.isRetold(of, each.part)
      segments.push(...said)
      early.push(...said.filter(isEarly))
      rows.push(...segmentRows(said.filter((each) => !isEarly(each) && !isRetold(each))))
    }
    const others = otherStates(task, turn)
    if (others.states + others.told > 0) rows.push(earlierRow(key, others))
    for (const event of open.has(key) ? earlierIn(task, turn) : [])
      rows.push(...saidRow(key, task, event, brief.byCaller === true))
    for (const { saying, count } of body.sayings) {
      const { index, pieces, generation } = saying
      // A message may begin two: the text that leads to a call, and the call.
      const place = at(pieces, 0)?.after === undefined ? index : `${index}.lead`
      show(saying, sayings(`${key}.w${place}`).read(pieces, count, generation))
    }
    for (const { artifact, also } of body.artifacts) {
      rows.push(artifactRow(`${key}.a${artifact.index}`, task, artifact, also))
      show(artifact.content, artifact.content.segments)
    }
    if (body.closing) {
      const { message, event, also } = body.closing
      const said = event === undefined ? task.first : task.events.at(event)?.first
      show(message, segmentsOf(message, `${key}.last`, wayTo(said ?? task.first)))
      if (also.states + also.told > 0) rows.push({ kind: 'also', key: `${key}.also`, also })
    }
    // Behind the calls that they are of.
    rows.push(...segmentRows(early))
    const hasAnswer = body.sayings.length > 0 || body.artifacts.length > 0 || body.closing
    if (turn.status?.state === 'completed' && !hasAnswer)
      rows.push({ kind: 'empty', key: `${key}.empty`, ofTask: true })
    if (turn.isLast) rows.push({ kind: 'task-foot', key: `${key}.foot`, task: brief })
    return { rows, segments }
  }

  return (task: TaskView, number: number, source: LayoutSource): LaidBlock | undefined => {
    const { open, workingText } = source
    const key = `t${task.key}#${number}`
    const isOpen = open.has(key)
    const turn = turnsOf(task)[number]
    const elsewhere = turn && answeredElsewhere(task, turn, source)
    const known = turns.get(key)
    const isSame = known?.task === task && known.isOpen === isOpen && known.elsewhere === elsewhere
    if (isSame && known.workingText === workingText) return known.laid
    const laid = turn && {
      block: blockOf(key, task, turn),
      ...rowsOf(key, turn, { task, elsewhere }, source),
    }
    turns.set(key, { task, isOpen, workingText, elsewhere, laid })
    return laid
  }
}

function blockOf(key: string, task: TaskView, { status }: Turn): LaidBlock['block'] {
  const label = `Task ${status?.state ?? 'unknown'}`
  return { key, kind: 'task', label, place: wayTo(task.first), taskKey: task.key }
}

/** The task in which the agent answered the message that this turn began with, where nothing came of it in this one. */
function answeredElsewhere(
  task: TaskView,
  { number, from, statuses }: Turn,
  source: LayoutSource,
): string | undefined {
  if (number === 0 || statuses.to > statuses.from) return undefined
  const { exchangeId = '' } = task.events.at(from)?.first ?? {}
  const key = source.exchange(exchangeId)?.taskKey
  return key === undefined || key === task.key ? undefined : source.task(key)?.taskId
}

/** What reads the sayings of a task as it grows. */
function createReaders() {
  let task: TaskView | undefined
  const placeOf = (event: number) => wayTo(task?.events.at(event)?.first ?? { exchangeId: '', seq: 0 })
  const sayings = createKept((key) => sayingSegments(key, placeOf))
  return (now: TaskView) => {
    task = now
    return sayings
  }
}

/** By key, made when first asked for. */
function createKept<T>(make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>()
  return (key) => {
    const one = kept.get(key) ?? make(key)
    kept.set(key, one)
    return one
  }
}
