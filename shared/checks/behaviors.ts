// Behaviors that suites require of an agent, and the prompts that cause them. The names are those of the specification of
// suites, so that any suite works with the prompts of any agent.

import { z } from 'zod'
import { maxPreparedChars } from '../contract/constants.ts'

interface Behavior {
  /** Used as a heading. */
  readonly name: string
  /** Completes "A prompt for which …". */
  readonly prompt: string
}

export const behaviors = {
  'tck-complete-task': { name: 'Complete a task', prompt: 'the agent answers with a task that it completes' },
  'tck-message-response': {
    name: 'Answer with a message',
    prompt: 'the agent answers with a message, without a task',
  },
  'tck-artifact-text': { name: 'Text artifact', prompt: 'the agent answers with an artifact that has text' },
  'tck-artifact-file': {
    name: 'File artifact',
    prompt: 'the agent answers with an artifact that has a file in it',
  },
  'tck-artifact-file-url': {
    name: 'File by URL',
    prompt: 'the agent answers with an artifact that names a file by its URL',
  },
  'tck-artifact-data': { name: 'Data artifact', prompt: 'the agent answers with an artifact that has data' },
  'tck-input-required': { name: 'Ask for input', prompt: 'the agent answers by asking for more' },
  'tck-multi-turn': {
    name: 'Two turns',
    prompt: 'the agent requires more input, and completes the task after the answer below',
  },
  'tck-auth-required': {
    name: 'Ask for authorization',
    prompt: 'the agent answers with a task that waits for authorization',
  },
  'tck-long-running': {
    name: 'Work for a while',
    prompt: 'the agent works on for at least two seconds, and completes',
  },
  'tck-cancel': { name: 'Wait to be canceled', prompt: 'the agent works on until it is canceled' },
  'tck-stream-basic': {
    name: 'Stream a task',
    prompt: 'the agent streams a task with an artifact that it completes',
  },
  'tck-stream-chunked': {
    name: 'Stream in pieces',
    prompt: 'the agent streams an artifact in several pieces',
  },
  'tck-task-failure': { name: 'Fail', prompt: 'the agent answers with a task that fails' },
  'tck-reject-task': { name: 'Reject', prompt: 'the agent answers with a task that it rejects' },
} as const satisfies Readonly<Record<string, Behavior>>
export type BehaviorId = keyof typeof behaviors

export function isBehavior(id: string): id is BehaviorId {
  return Object.hasOwn(behaviors, id)
}

export const behaviorIds = Object.keys(behaviors) as [BehaviorId, ...BehaviorId[]]

/** Why a test that needs it is skipped. */
export function noPromptReason(id: BehaviorId): string {
  return `Parley has no prompt for which ${behaviors[id].prompt}.`
}

/** A prompt for a behavior of this agent. Absent: the agent has no such behavior, or the prompt is unknown. */
export const promptsSchema = z.partialRecord(
  z.enum(behaviorIds),
  z.object({
    prompt: z.string().min(1).max(maxPreparedChars),
    /** Sent next, when the agent requires more input. */
    answer: z.string().max(maxPreparedChars).optional(),
  }),
)
export type Prompts = z.infer<typeof promptsSchema>

/** The text with which suites answer a request for more input. */
export const secondTurn = 'done'

/** Replaces a suite's `tck-complete-task hello` by this agent's prompt. */
export function promptIn(text: string, prompts: Prompts): string {
  if (text === secondTurn) return prompts['tck-multi-turn']?.answer ?? text
  const named = behaviorIds.find((id) => text === id || text.startsWith(`${id} `))
  return (named && prompts[named]?.prompt) ?? text
}
