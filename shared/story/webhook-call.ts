// What the record reports about one webhook call beyond its bytes: which fact of which task it delivered, whether it is a
// repetition, and its order among the calls of its configuration. Constant work for each call; what is remembered of each
// configuration is bounded.

import type { TaskState } from '../a2a/model.ts'
import { isSettled } from '../a2a/task-states.ts'
import { defined } from '../defined.ts'
import type { WebhookEntry } from '../record/entry.ts'
import type { WebhookAnswer, WebhookVerdict } from '../record/webhook.ts'
import { textKey } from './content-key.ts'

/** Where an update landed in its task. */
export interface Landing {
  /** The event that it delivered or repeated. */
  readonly index: number
  /** Its first sighting, if that was in a stream: only a stream is in order. */
  readonly streamed?: { readonly exchangeId: string; readonly seq: number }
  readonly news: boolean
  /** Its status precedes the one that was current on arrival. */
  readonly late: boolean
  /** The task had ended before. */
  readonly settledBefore: boolean
}

export interface WebhookReport {
  readonly what: 'task' | 'status' | 'artifact' | 'message'
  readonly taskKey?: string
  readonly state?: TaskState
  /** From when the task is in that state, as the agent reports it. */
  readonly since?: number
  readonly landing?: Landing
}

export interface WebhookCallView {
  readonly registration?: WebhookEntry['registration']
  readonly verdict?: WebhookVerdict
  readonly answer?: WebhookAnswer
  readonly told?: WebhookReport
  /** Which attempt at this body it is at this configuration, from 1. */
  readonly attempt: number
  /** The previous call with the same body. */
  readonly sameAs?: string
  /** The previous call was refused, or not answered in time. */
  readonly retry?: true
  /** It reports something older than an earlier call of this configuration did. */
  readonly outOfOrder?: true
  /** It was overtaken: the task was further when it arrived. */
  readonly late?: true
  /** It reports work after the task's end. */
  readonly afterTerminal?: true
}

interface ReportHandlers {
  /** `before`: the report of the same body at the same configuration. */
  report(before?: WebhookReport): WebhookReport | undefined
  again(webhookReport: WebhookReport): void
}

// Registrations whose calls are put in order; the oldest starts over.
const maxHookPaths = 1_000
// Bodies that are remembered to recognise a further attempt; the oldest is forgotten, and then counts as new.
const maxHookBodies = 1_000

interface Earlier {
  readonly exchangeId: string
  readonly attempt: number
  accepted: boolean
  readonly report: WebhookReport | undefined
}

interface Path {
  readonly bodies: Map<string, Earlier>
  /** How far it has reported each task. */
  readonly progress: Map<string, Progress>
}

interface Progress {
  readonly streamed?: Landing['streamed']
  /** The newest time of a status, by the agent's clock. */
  readonly since?: number
  readonly ended: boolean
}

export class WebhookCalls {
  readonly #paths = new Map<string, Path>()
  /** Those that another program is yet to answer. */
  readonly #passedOn = new Map<string, Earlier>()

  /**
   * Called once for each call. `report` applies its update, unless it repeats a piece that was not accepted: that is a
   * further sighting (`again`) of the same event. A piece has no id: it is the same event if its body is equal.
   */
  viewOf(entry: WebhookEntry, handlers: ReportHandlers): WebhookCallView {
    const { registration, verdict, answer, exchangeId, via } = entry
    const path = this.#pathOf(registration?.configId ?? entry.path)
    const key = keyOfBody(entry)
    const before = key === undefined ? undefined : path.bodies.get(key)
    const retry = before !== undefined && !before.accepted
    const webhookReport = before && retry ? reportAgain(before, handlers) : handlers.report(before?.report)
    const attempt = (before?.attempt ?? 0) + 1
    if (key !== undefined) {
      const call = { exchangeId, attempt, accepted: isAccepted(entry), report: webhookReport }
      keep(path.bodies, key, call, maxHookBodies)
      if (via) keep(this.#passedOn, exchangeId, call, maxHookBodies)
    }
    return {
      ...defined({ registration, verdict, answer, told: webhookReport, sameAs: before?.exchangeId }),
      attempt,
      ...(retry && { retry }),
      ...(webhookReport && placeAmong(path, webhookReport, attempt > 1)),
    }
  }

  /** The program that a call was passed on to has answered it. */
  answered(exchangeId: string, status: number): void {
    const earlier = this.#passedOn.get(exchangeId)
    this.#passedOn.delete(exchangeId)
    if (earlier) earlier.accepted = isSuccess(status)
  }

  #pathOf(key: string): Path {
    const path = this.#paths.get(key)
    if (path) return path
    const newPath: Path = { bodies: new Map(), progress: new Map() }
    keep(this.#paths, key, newPath, maxHookPaths)
    return newPath
  }
}

function reportAgain(
  { report: earlier }: Earlier,
  { report, again }: ReportHandlers,
): WebhookReport | undefined {
  if (earlier?.what !== 'artifact' || earlier.landing === undefined) return report()
  again(earlier)
  return { ...earlier, landing: { ...earlier.landing, news: false } }
}

function keyOfBody({ body }: WebhookEntry): string | undefined {
  if (body === undefined || body.sizeBytes === 0) return undefined
  return body.hash ?? (body.text === undefined ? undefined : textKey(body.text))
}

function placeAmong({ progress }: Path, webhookReport: WebhookReport, again: boolean) {
  const { taskKey, state, landing } = webhookReport
  if (taskKey === undefined || landing === undefined) return {}
  const { news, late, settledBefore, streamed } = landing
  const before = progress.get(taskKey)
  const ends = isSettled(state)
  if (!again) keep(progress, taskKey, furtherOf(before, webhookReport, streamed, ends), maxHookPaths)
  const overtaken = late || (settledBefore && !ends && !(news && state !== undefined))
  return {
    // A repeated body keeps the position of its first call.
    ...(!again && before && isBefore(before, webhookReport, streamed, ends) && { outOfOrder: true as const }),
    ...(overtaken && { late: true as const }),
    ...(settledBefore && news && !late && !ends && state !== undefined && { afterTerminal: true as const }),
  }
}

function furtherOf(
  before: Progress | undefined,
  { since }: WebhookReport,
  streamed: Landing['streamed'],
  ends: boolean,
): Progress {
  const newest = Math.max(before?.since ?? Number.NEGATIVE_INFINITY, since ?? Number.NEGATIVE_INFINITY)
  const further = streamed && !isEarlier(streamed, before?.streamed) ? streamed : before?.streamed
  return {
    ...defined({ streamed: further }),
    ...(newest > Number.NEGATIVE_INFINITY && { since: newest }),
    ended: ends || before?.ended === true,
  }
}

/**
 * By the agent's own times where it sends them: facts may have arrived here in the order of replies and polls. Where times are
 * missing or equal, by the position in the stream that reported both, or by whether it follows the end that this configuration
 * reported itself.
 */
function isBefore(
  before: Progress,
  { since }: WebhookReport,
  streamed: Landing['streamed'],
  ends: boolean,
): boolean {
  if (since !== undefined && before.since !== undefined && since !== before.since) return since < before.since
  return isEarlier(streamed, before.streamed) || (before.ended && !ends)
}

function isEarlier(one: Landing['streamed'], other: Landing['streamed']): boolean {
  return one !== undefined && one.exchangeId === other?.exchangeId && one.seq < other.seq
}

/** A delayed answer may have been too late for the agent. */
function isAccepted({ answeredStatus, answer }: WebhookEntry): boolean {
  const atOnce = answer === undefined || answer.kind === 'sent'
  return isSuccess(answeredStatus) && atOnce
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key)
  const [oldest] = map.keys()
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}
