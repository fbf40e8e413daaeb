// Sentences about one webhook call, the most important first, from the record: the receiver's verdict, and the call's place
// among the reports of its task.

import { maxShownValueChars } from '#shared/a2a/json-kinds.ts'
import type { Attempt, Twin } from '#shared/contract/story.ts'
import type { WebhookEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { ProofState, WebhookAnswer } from '#shared/record/webhook.ts'
import { proofOf } from '#shared/record/webhook-proof.ts'
import { shorten } from '#shared/shorten.ts'
import type { WebhookCallView } from '#shared/story/webhook-call.ts'
import { formatDuration } from '../../../../ui/format.ts'

export interface CallSentence {
  readonly about: 'told' | 'proof' | 'jwt' | 'order' | 'answer'
  readonly tone: 'good' | 'bad' | 'odd' | 'plain'
  readonly text: string
}

interface CallFacts {
  readonly entry: WebhookEntry
  /** Undefined until it is folded. */
  readonly view: WebhookCallView | undefined
  /** The task that its body names. */
  readonly taskId: string | undefined
  /** Only webhook calls have reported that task. */
  readonly isStranger: boolean
  readonly twin: Twin | undefined
  /** The outcome of a call that a tap forwarded. */
  readonly outcome?: Pick<ExchangeRow, 'state' | 'status' | 'problem'> | undefined
}

export function callSentences(facts: CallFacts): readonly CallSentence[] {
  if (facts.entry.method !== 'POST') return [answerSentence(facts)]
  return [
    ...reportedSentences(facts),
    ...proofSentences(facts),
    ...orderSentences(facts),
    answerSentence(facts),
  ]
}

function reportedSentences({ view, entry, taskId, isStranger, twin }: CallFacts): readonly CallSentence[] {
  const registered = entry.registration?.taskId
  const all: CallSentence[] = []
  const add = (tone: CallSentence['tone'], text: string) => all.push({ about: 'told', tone, text })
  if (view) {
    const { told } = view
    if (told === undefined) add('bad', 'Its body isn’t a task update that Parley can read.')
    else if (told.what === 'task') add('plain', `Payload: full task (${told.state ?? 'no state'}).`)
    else add('plain', `It reported ${reportedWords(told.what, told.state)}.`)
  }
  if (registered !== undefined && taskId !== undefined && taskId !== registered) {
    add(
      'bad',
      `It is about the task ${short(taskId)}, not about the one of this configuration, ${short(registered)}.`,
    )
  } else if (isStranger) add('odd', 'Only webhook calls have reported this task.')
  if (twin) add('plain', twinWords(twin))
  return all
}

function reportedWords(what: string, state: string | undefined): string {
  switch (what) {
    case 'status':
      return `that the task is ${state ?? 'in no state'}`
    case 'artifact':
      return 'a piece of an artifact'
    default:
      return 'a message'
  }
}

const sourceWords = {
  stream: 'the stream',
  reply: 'the reply',
  poll: 'a poll',
  push: 'another webhook call',
  sent: 'the user',
} as const

export function twinWords(twin: Twin): string {
  switch (twin.kind) {
    case 'after':
      return `Already received over ${sourceWords[twin.source]} ${formatDuration(twin.delayMs)} earlier.`
    case 'ahead':
      return `It was the first report: ${sourceWords[twin.source]} followed ${formatDuration(twin.aheadMs)} later.`
    case 'alone':
      return 'Only this call reported it.'
  }
}

const notCounted: CallSentence = {
  about: 'proof',
  tone: 'bad',
  text: 'Anyone may have sent it, so it changes neither the task nor its figures.',
}

function proofSentences({ entry: { verdict } }: CallFacts): readonly CallSentence[] {
  if (!verdict) return []
  const { token, authorization, jwt, deleted } = verdict
  return [
    proofSentence('Its token', token, 'No token was registered.'),
    proofSentence(jwt ? 'Its JWT' : 'Its Authorization', authorization, 'No authentication was registered.'),
    ...(jwt?.checks ?? []).map(
      ({ member, state, sentence }): CallSentence => ({
        about: 'jwt',
        tone: state === 'right' ? 'good' : state === 'wrong' ? 'bad' : 'odd',
        text: `${member}: ${sentence}`,
      }),
    ),
    ...(proofOf(verdict) === 'wrong' ? [notCounted] : []),
    ...(deleted
      ? [
          {
            about: 'proof' as const,
            tone: 'bad' as const,
            text: 'The agent deleted this configuration but still calls it.',
          },
        ]
      : []),
  ]
}

function proofSentence(name: string, state: ProofState, unasked: string): CallSentence {
  switch (state) {
    case 'right':
      return { about: 'proof', tone: 'good', text: `${name} matches the one registered.` }
    case 'wrong':
      return { about: 'proof', tone: 'bad', text: `${name} doesn’t match the one registered.` }
    case 'missing':
      return { about: 'proof', tone: 'bad', text: `${name} is missing, but one was registered.` }
    case 'unasked':
      return { about: 'proof', tone: 'plain', text: unasked }
  }
}

function orderSentences({ view }: CallFacts): readonly CallSentence[] {
  if (!view) return []
  const { attempt, retry, outOfOrder, late, afterTerminal } = view
  const all: CallSentence[] = []
  const add = (tone: CallSentence['tone'], text: string) => all.push({ about: 'order', tone, text })
  if (retry) add('plain', `Attempt ${attempt}: the previous one wasn’t accepted.`)
  else if (attempt > 1)
    add('odd', `The same body was received and accepted before: this is the ${ordinal(attempt)} time.`)
  if (outOfOrder)
    add('odd', 'It arrived out of order: an earlier call of this configuration reported something later.')
  if (late) add('plain', 'Arrived after a later state.')
  if (afterTerminal) add('bad', 'It reports work after the task ended.')
  return all
}

function answerSentence({ entry, outcome }: CallFacts): CallSentence {
  const { answeredStatus, answer, via } = entry
  if (!via) return { about: 'answer', tone: 'plain', text: answerWords(answeredStatus, answer) }
  const passedOn = `The tap forwarded it to ${via.to}`
  const { state, status, problem = '' } = outcome ?? {}
  if (state === 'failed') return { about: 'answer', tone: 'bad', text: `${passedOn}. ${problem}` }
  const words = status === undefined ? 'no response yet' : `the response was ${status}`
  return { about: 'answer', tone: 'plain', text: `${passedOn}; ${words}.` }
}

function answerWords(status: number, answer: WebhookAnswer | undefined): string {
  const reason = answer?.reason === undefined ? '' : ` ${answer.reason}`
  switch (answer?.kind) {
    case 'delayed':
      return `Parley answers ${status} after ${formatDuration(answer.delayMs ?? 0)}, as set.`
    case 'dropped':
      return 'Parley dropped the connection without an answer, as set.'
    case 'cut':
      return `It got no answer.${reason}`
    default:
      return `Parley answered ${status}${answer?.onPurpose ? ', as set' : ''}.${reason}`
  }
}

function ordinal(count: number): string {
  if (count === 2) return 'second'
  if (count === 3) return 'third'
  return `${count}th`
}

function short(id: string): string {
  return shorten(id, maxShownValueChars)
}

/** How the waits between attempts develop, once there are enough. */
export function backOffOf(attempts: readonly Pick<Attempt, 'waitedMs'>[]): string | undefined {
  const waits = attempts.slice(1).map(({ waitedMs }) => waitedMs)
  if (waits.length < 2) return undefined
  const ratios = waits.slice(1).map((wait, index) => wait / Math.max(1, waits[index] ?? 1))
  if (ratios.every((ratio) => ratio > 0.7 && ratio < 1.4)) return 'The delay stays about the same.'
  if (ratios.every((ratio) => ratio >= 1.4 && ratio < 2.9)) return 'The delay about doubles each time.'
  if (ratios.every((ratio) => ratio >= 1.1)) return 'The delay grows each time.'
  return 'The delays follow no pattern.'
}
