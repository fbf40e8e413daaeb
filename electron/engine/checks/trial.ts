// Sends the examples of an agent's skills to it, and proposes prompts by the behavior of each. Proposals are not stored.

import { isObject, memberOf, textOf } from '#shared/a2a/json-kinds.ts'
import type { AgentCard, JsonValue } from '#shared/a2a/model.ts'
import { isWaiting } from '#shared/a2a/task-states.ts'
import type { BehaviorId, Prompts } from '#shared/checks/behaviors.ts'
import { valuesAt } from '#shared/checks/path.ts'
import { endStates } from '#shared/checks/stream.ts'
import type { Connection } from '#shared/contract/card.ts'
import type { TrialStep, Tried } from '#shared/contract/checks.ts'
import { stateOf } from '#shared/story/updates-of.ts'
import type { CallUpdate } from '../wire/wire.ts'
import type { AgentReply } from './agent-reply.ts'
import type { Asker } from './ask.ts'

/** Examples of an agent's skills that are tried. */
const maxTriedPrompts = 30
/** An agent that still works after this is one that works for a while. */
const maxTrialMs = 8_000
// Prompts tried at the same time.
const maxTrialsAtOnce = 3

const longMs = 2_000
const work: readonly BehaviorId[] = ['tck-long-running', 'tck-cancel']

interface Trial extends Tried {
  readonly durationMs: number
}

export async function* tryPrompts(
  asker: Asker,
  connection: Connection,
  card: AgentCard,
  signal: AbortSignal,
): AsyncGenerator<TrialStep> {
  const examples = card.skills.flatMap((skill) => skill.examples)
  const prompts = [...new Set(['Hello', ...examples])].slice(0, maxTriedPrompts)
  const trials: Trial[] = []
  for (let at = 0; at < prompts.length && !signal.aborted; at += maxTrialsAtOnce) {
    const some = prompts.slice(at, at + maxTrialsAtOnce)
    yield { kind: 'trying', prompt: some[0] ?? '', done: at, total: prompts.length }
    for (const trial of await Promise.all(
      some.map((prompt) => tryOne(asker, connection, card, prompt, signal)),
    )) {
      trials.push(trial)
      const { durationMs: _, ...tried } = trial
      yield { kind: 'tried', tried }
    }
  }
  yield { kind: 'done', prompts: proposed(trials) }
}

async function tryOne(
  asker: Asker,
  connection: Connection,
  card: AgentCard,
  prompt: string,
  signal: AbortSignal,
): Promise<Trial> {
  const streams = card.capabilities.streaming === true
  const began = performance.now()
  const limit = AbortSignal.timeout(maxTrialMs)
  const { exchangeId, answer } = await asker.operation(
    streams ? 'send_streaming_message' : 'send_message',
    { message: { role: 'ROLE_USER', parts: [{ text: prompt }] } },
    { way: connection, signal: AbortSignal.any([signal, limit]), cutWhen: waits },
  )
  const received = await answer
  const durationMs = performance.now() - began
  const trialObservations = seenIn(received)
  if (trialObservations.taskId !== undefined && !endStates.has(trialObservations.state ?? '')) {
    const canceled = await asker.operation(
      'cancel_task',
      { id: trialObservations.taskId },
      { way: connection, signal },
    )
    await canceled.answer
  }
  return { prompt, exchangeId, durationMs, ...verdictOn(received, trialObservations, limit.aborted) }
}

/** The task waits for input, which it will not get. */
function waits({ decoded }: CallUpdate): boolean {
  return decoded.kind === 'result' && isWaiting(stateOf(decoded.result))
}

function seenIn({ root, events = [] }: AgentReply) {
  const all = [...(root === undefined ? [] : [root]), ...events.map(({ json }) => json)]
  const at = (path: string) => all.flatMap((each) => valuesAt(each, path)).map(({ value }) => value)
  const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : undefined)
  return {
    taskId: text([...at('task.id'), ...at('statusUpdate.taskId')][0]),
    state: text(
      all
        .flatMap((each) => [
          ...valuesAt(each, 'task.status.state'),
          ...valuesAt(each, 'statusUpdate.status.state'),
        ])
        .at(-1)?.value,
    ),
    parts: [...at('task.artifacts[*].parts[*]'), ...at('artifactUpdate.artifact.parts[*]')],
    pieces: at('artifactUpdate').length,
    isMessage: at('message').length > 0,
  }
}

/** Final states that are a behavior by themselves. */
const byState: Readonly<Record<string, BehaviorId>> = {
  TASK_STATE_INPUT_REQUIRED: 'tck-input-required',
  TASK_STATE_AUTH_REQUIRED: 'tck-auth-required',
  TASK_STATE_FAILED: 'tck-task-failure',
  TASK_STATE_REJECTED: 'tck-reject-task',
}

function verdictOn(
  answer: AgentReply,
  { state, parts, pieces, isMessage, taskId }: ReturnType<typeof seenIn>,
  isOverTime: boolean,
): Pick<Tried, 'behaviors' | 'sentence'> {
  if (answer.error) return { behaviors: [], sentence: `Refused: ${answer.error.message}` }
  const own = state === undefined ? undefined : byState[state]
  if (isOverTime && taskId !== undefined && !own) {
    return {
      behaviors: ['tck-cancel', 'tck-long-running'],
      sentence: 'It kept working, and was canceled.',
    }
  }
  if (answer.broken && !own) return { behaviors: [], sentence: answer.broken.message }
  if (isMessage && taskId === undefined)
    return { behaviors: ['tck-message-response'], sentence: 'A message.' }
  if (own) {
    const more: readonly BehaviorId[] = own === 'tck-input-required' ? ['tck-multi-turn'] : []
    return { behaviors: [own, ...more], sentence: `A task that is ${named(state ?? '')}.` }
  }
  if (state !== 'TASK_STATE_COMPLETED') return { behaviors: [], sentence: 'Nothing that a check could use.' }
  const matches: BehaviorId[] = ['tck-complete-task']
  if (answer.events && parts.length > 0) matches.push('tck-stream-basic')
  if (pieces > 2) matches.push('tck-stream-chunked')
  for (const part of parts) matches.push(...kindOf(part))
  return { behaviors: [...new Set(matches)], sentence: 'A task that is completed.' }
}

function kindOf(part: JsonValue): readonly BehaviorId[] {
  if (!isObject(part)) return []
  if (textOf(part, 'text') !== undefined) return ['tck-artifact-text']
  if (memberOf(part, 'raw') !== undefined) return ['tck-artifact-file']
  if (memberOf(part, 'url') !== undefined) return ['tck-artifact-file-url']
  return memberOf(part, 'data') === undefined ? [] : ['tck-artifact-data']
}

function named(state: string): string {
  return state.replace('TASK_STATE_', '').toLowerCase().replace('_', '-')
}

/** For each behavior the first quick prompt, else the quickest; a slow prompt that completes is work for a while. */
function proposed(trials: readonly Trial[]): Prompts {
  const prompts: Prompts = {}
  const wait = ({ durationMs }: Trial) => (durationMs > longMs ? durationMs : 0)
  for (const trial of trials.toSorted((a, b) => wait(a) - wait(b))) {
    const { prompt, behaviors } = trial
    const isWork = wait(trial) > 0 && behaviors.includes('tck-complete-task')
    for (const id of isWork ? [...behaviors, ...work] : behaviors) prompts[id] ??= { prompt }
  }
  return prompts
}
