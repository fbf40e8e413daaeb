// A session as runs of its prompts: the prompt, the states of its task with their times, and the results. Two sessions are
// compared run by run.

import type { TaskState } from '../a2a/model.ts'
import { slice, values } from '../collections/list.ts'
import type { WorkingText, WorkingTexts } from '../contract/chat.ts'
import { wholeParts } from '../story/artifact-content.ts'
import { type NamedText, wordsOf, wordsOfMessage } from '../story/part-words.ts'
import type { Snapshot } from '../story/projection.ts'
import type { MessageView, TaskView } from '../story/task-view.ts'
import { turnBodyOf } from '../story/turn-body.ts'
import { type Turn, turnsOf } from '../story/turns.ts'

export interface Run {
  readonly seq: number
  readonly says: string
  readonly totalMs: number
  readonly states: readonly { readonly state: TaskState; readonly atMs: number }[]
  /** As the chat shows them: text at work, artifacts, the closing message, or the direct answer. */
  readonly results: readonly NamedText[]
}

/** Prompts of each session in a comparison, the first ones. */
export const maxRuns = 200
/** States of one task in a comparison, the first ones. */
const maxRunStates = 50
/** Results of one prompt in a comparison, the first ones. */
const maxRunResults = 20

export function runsOf(
  { conversations, tasks, exchanges }: Snapshot,
  workingTexts: WorkingTexts,
): readonly Run[] {
  const byTask = new Map([...values(tasks)].map((task) => [task.key, task]))
  const ended = new Map([...values(exchanges)].map((exchange) => [exchange.id, exchange]))
  const answers = new Map<string, MessageView>()
  const prompts: SentPrompt[] = []
  const turns = new Map<TaskView, number>()
  for (const { items } of values(conversations)) {
    for (const item of values(items)) {
      if (item.kind !== 'message') continue
      const { message } = item
      if (message.origin === 'direct') answers.set(message.first.exchangeId, message)
      if (message.origin !== 'sent') continue
      const task = byTask.get(message.taskKey ?? '')
      if (!task) {
        prompts.push({ message })
        continue
      }
      const turn = turns.get(task) ?? 0
      turns.set(task, turn + 1)
      prompts.push({ message, of: { task, turn: turnsOf(task)[turn] } })
    }
  }
  const runs = new Map<string, Run>()
  for (const { message, of } of prompts) {
    const { exchangeId, seq, monoMs } = message.first
    if (runs.has(exchangeId)) continue
    const answer = answers.get(exchangeId)
    const states = of?.turn ? statesOf(of.task, of.turn, monoMs) : []
    const endMs = ended.get(exchangeId)?.endedMs
    runs.set(exchangeId, {
      seq,
      says: wordsOfMessage(message),
      totalMs: endMs ?? states.at(-1)?.atMs ?? 0,
      states,
      results: [
        ...(of?.turn ? resultsOf(of.task, of.turn, workingTexts[of.task.agentId ?? '']) : []),
        ...(answer === undefined ? [] : [{ name: 'Direct reply', text: wordsOfMessage(answer) }]),
      ],
    })
  }
  return [...runs.values()].toSorted((a, b) => a.seq - b.seq).slice(0, maxRuns)
}

interface SentPrompt {
  readonly message: MessageView
  readonly of?: { readonly task: TaskView; readonly turn: Turn | undefined }
}

/** Each once, however often it was repeated. */
function statesOf({ statuses, events }: TaskView, turn: Turn, fromMonoMs: number): Run['states'] {
  const states: { state: TaskState; atMs: number }[] = []
  for (const position of slice(statuses, turn.statuses.from, turn.statuses.to)) {
    const event = events.at(position)
    if (event?.fact.kind !== 'status') continue
    const { state } = event.fact.status
    if (states.at(-1)?.state !== state) states.push({ state, atMs: event.first.monoMs - fromMonoMs })
  }
  return states.slice(0, maxRunStates)
}

function resultsOf(task: TaskView, turn: Turn, as: WorkingText | undefined): readonly NamedText[] {
  const { sayings, artifacts, closing, calls } = turnBodyOf(task, turn, as)
  return [
    ...sayings.map(({ run, count }) => ({
      name: 'While working',
      text: wordsOf(
        slice(run.pieces, 0, count)
          .flatMap(({ parts }) => parts)
          .filter((part) => !calls.isRetold(run, part)),
      ),
    })),
    ...artifacts.map(({ artifact }) => ({
      name: artifact.name ?? 'Artifact',
      text: wordsOf(wholeParts(artifact.content)),
    })),
    ...(closing ? [{ name: 'Final message', text: wordsOf(closing.message.parts) }] : []),
  ].slice(0, maxRunResults)
}

export interface RunPair {
  readonly before: Run | undefined
  readonly after: Run | undefined
}

/** Pairs runs with equal prompts, in the order of the first session; those of the other only are last. */
export function pairRuns(before: readonly Run[], after: readonly Run[]): readonly RunPair[] {
  const left = [...after]
  const pairs = before.map((run): RunPair => {
    const index = left.findIndex(({ says }) => says === run.says)
    return { before: run, after: index < 0 ? undefined : left.splice(index, 1)[0] }
  })
  return [...pairs, ...left.map((run) => ({ before: undefined, after: run }))]
}
