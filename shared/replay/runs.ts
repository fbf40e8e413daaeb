// A session as the runs of its prompts: what was said, which states its task went through and when, what came of it. Two
// sessions are compared run by run.

import type { TaskState } from '../a2a/model.ts'
import { at, values } from '../collections/list.ts'
import { type ArtifactSegment, createArtifactReader } from '../story/artifact-text.ts'
import type { Snapshot } from '../story/projection.ts'
import type { MessageView, TaskView } from '../story/task-view.ts'

export interface RunResult {
  readonly name: string
  readonly text: string
}

export interface Run {
  readonly exchangeId: string
  readonly seq: number
  readonly says: string
  readonly startedAt: number
  readonly totalMs: number
  readonly states: readonly { readonly state: TaskState; readonly atMs: number }[]
  /** Artifacts, or the direct answer. */
  readonly results: readonly RunResult[]
}

/** Enough to compare by eye. */
const mostRuns = 200
const mostStates = 50
const mostResults = 20
const mostChars = 50_000

export function runsOf({ conversations, tasks, exchanges }: Snapshot): readonly Run[] {
  const byTask = new Map([...values(tasks)].map((task) => [task.key, task]))
  const ended = new Map([...values(exchanges)].map((exchange) => [exchange.id, exchange]))
  const answers = new Map<string, MessageView>()
  const said: { readonly message: MessageView; readonly task?: TaskView | undefined }[] = []
  const look = (message: MessageView, task?: TaskView) => {
    if (message.origin === 'direct') answers.set(message.first.exchangeId, message)
    else if (message.origin === 'sent')
      said.push({ message, task: task ?? byTask.get(message.taskKey ?? '') })
  }
  for (const { items } of values(conversations)) {
    for (const item of values(items)) {
      if (item.kind === 'message') look(item.message)
      else {
        const task = byTask.get(item.taskKey)
        for (const message of task ? values(task.messages) : []) look(message, task)
      }
    }
  }
  const runs = new Map<string, Run>()
  for (const { message, task } of said) {
    const { exchangeId, seq, at: startedAt, monoMs } = message.first
    if (runs.has(exchangeId)) continue
    const answer = answers.get(exchangeId)
    const states = task === undefined ? [] : statesOf(task, monoMs)
    const endMs = ended.get(exchangeId)?.endedMs
    runs.set(exchangeId, {
      exchangeId,
      seq,
      says: textOf(message),
      startedAt,
      totalMs: endMs ?? states.at(-1)?.atMs ?? 0,
      states,
      results: [
        ...(task === undefined ? [] : artifactsOf(task)),
        ...(answer === undefined ? [] : [{ name: 'Answer', text: textOf(answer) }]),
      ],
    })
  }
  return [...runs.values()].toSorted((a, b) => a.seq - b.seq).slice(0, mostRuns)
}

function statesOf(task: TaskView, fromMonoMs: number): Run['states'] {
  return [...values(task.statuses)].slice(0, mostStates).flatMap((position) => {
    const event = at(task.events, position)
    if (event?.fact.kind !== 'status') return []
    return [{ state: event.fact.status.state, atMs: event.first.monoMs - fromMonoMs }]
  })
}

function artifactsOf(task: TaskView): readonly RunResult[] {
  return [...values(task.artifacts)].slice(0, mostResults).map((artifact) => ({
    name: artifact.name ?? 'Artifact',
    text: createArtifactReader().segments(artifact).map(segmentText).join('\n').slice(0, mostChars),
  }))
}

function segmentText(segment: ArtifactSegment): string {
  return segment.kind === 'text' ? segment.text : JSON.stringify(segment.part, undefined, 2)
}

function textOf({ message }: MessageView): string {
  return message.parts
    .map((part) => (part.kind === 'text' ? part.text : JSON.stringify(part, undefined, 2)))
    .join('\n')
    .slice(0, mostChars)
}

export interface RunPair {
  readonly before: Run | undefined
  readonly after: Run | undefined
}

/** Runs of the same words side by side, in the order of the first session; what only the other has comes last. */
export function pairRuns(before: readonly Run[], after: readonly Run[]): readonly RunPair[] {
  const left = [...after]
  const pairs = before.map((run): RunPair => {
    const index = left.findIndex(({ says }) => says === run.says)
    return { before: run, after: index < 0 ? undefined : left.splice(index, 1)[0] }
  })
  return [...pairs, ...left.map((run) => ({ before: undefined, after: run }))]
}
