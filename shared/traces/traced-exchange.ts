// The content of an exchange's spans, collected from its entries one by one: a stream of any length costs as much as its first
// events.

import type { Finding } from '../a2a/finding.ts'
import type { Message, Part, TaskState, Update } from '../a2a/model.ts'
import { plainText } from '../a2a/parts-text.ts'
import { defined } from '../defined.ts'
import type {
  CallFacts,
  EndEntry,
  Entry,
  FailureEntry,
  FrameEntry,
  RequestEntry,
  ResponseEntry,
  WebhookEntry,
} from '../record/entry.ts'
import { cut, type Packed } from '../record/run.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { clip } from '../shorten.ts'
import type { CachedDecode } from '../story/decode-cache.ts'
import type { Reading } from '../story/reading.ts'
import { mayContainState } from '../story/status-identity.ts'
import { stateOf, taskIdOf, updatesOf } from '../story/updates-of.ts'
import { maxSpanEvents } from './span.ts'

export interface TracedFrame {
  readonly atMs: number
  readonly index: number
  readonly framing: FrameEntry['framing']
  readonly kind?: Update['kind']
  readonly state?: TaskState
}

interface TracedState {
  readonly atMs: number
  readonly taskId: string
  readonly state: TaskState
}

export interface TracedExchange {
  readonly request?: RequestEntry
  readonly webhook?: WebhookEntry
  readonly response?: ResponseEntry
  readonly close?: EndEntry | FailureEntry
  readonly message?: Message
  readonly tenant?: string
  /** The first ones, as for findings. */
  readonly frames: readonly TracedFrame[]
  readonly frameCount: number
  readonly findings: readonly { readonly atMs: number; readonly finding: Finding }[]
  readonly findingCount: number
  readonly states: readonly TracedState[]
  /** The agent's text. */
  readonly answered: string
  readonly lastAtMs: number
}

/** Changes of state of one exchange in its spans and those of its tasks; later ones are left out, except the last. */
const maxTracedStates = 1_000
/** Of the text of one message or answer, where a trace includes it; it is cut there. */
const maxTracedTextChars = 10_000

/** `withText`: collects the agent's text, too. */
export function traceExchange(reading: Reading, withText: boolean) {
  const traced: {
    -readonly [Name in keyof TracedExchange]: TracedExchange[Name]
  } = { frames: [], frameCount: 0, findings: [], findingCount: 0, states: [], answered: '', lastAtMs: 0 }
  const frames: TracedFrame[] = []
  const findings: { atMs: number; finding: Finding }[] = []
  const answers = readAnswers(withText)
  let call: CallFacts | undefined

  const addFrame = (frame: TracedFrame) => {
    traced.frameCount += 1
    traced.lastAtMs = frame.atMs
    if (frames.length < maxSpanEvents) frames.push(frame)
  }
  /** Split where events have no room for all of it. */
  const addRun = (run: FrameRun) => {
    const room = maxSpanEvents - frames.length
    for (const part of [cut(run, run.seq, room), cut(run, run.seq + room, run.count)])
      if (part?.kind === 'run') addFrames(part)
  }
  const addFrames = (run: FrameRun) => {
    const isOnlyCounted = frames.length === maxSpanEvents && !mayContainState(run)
    const pieces = isOnlyCounted && answers.wantsText() ? reading.pieces(run, call) : undefined
    if (isOnlyCounted && (pieces || !answers.wantsText())) {
      traced.frameCount += run.count
      traced.lastAtMs = run.times.at(-1)?.[1] ?? traced.lastAtMs
      if (pieces) answers.addText(pieces.texts.join(''))
      return
    }
    reading.lines(run, call, (answer, place, atMs) =>
      addFrame({ atMs, index: run.index + place, framing: 'sse', ...answers.add(answer, atMs) }),
    )
  }
  const addRequest = (entry: RequestEntry) => {
    traced.request = entry
    call = entry.call
    const request = reading.request(entry)
    if (request.kind !== 'asked') return
    if (request.message) traced.message = request.message
    if (request.tenant !== undefined) traced.tenant = request.tenant
  }
  const addEntry = (entry: Entry) => {
    traced.lastAtMs = entry.at
    for (const finding of entry.findings ?? []) {
      traced.findingCount += 1
      if (findings.length < maxSpanEvents) findings.push({ atMs: entry.at, finding })
    }
    if (entry.kind === 'request') addRequest(entry)
    if (entry.kind === 'response') traced.response = entry
    if (entry.kind === 'webhook') traced.webhook = entry
    if (entry.kind === 'end' || entry.kind === 'failure') traced.close = entry
    if (entry.kind !== 'frame' && entry.kind !== 'end' && entry.kind !== 'webhook') return
    const reported = answers.add(reading.answer(entry, call, traced.response?.status), entry.at)
    if (entry.kind !== 'frame') return
    const { at: atMs, index, framing } = entry
    addFrame({ atMs, index, framing, ...reported })
  }

  return {
    add: (packed: Packed) => (packed.kind === 'run' ? addRun(packed) : addEntry(packed)),
    /** Whether frames need decoding for more than a state. */
    wantsFrames: () => frames.length < maxSpanEvents || answers.wantsText(),
    traced: (): TracedExchange => ({ ...traced, ...answers.read(), frames, findings }),
  }
}

/** The states in answers, and the beginning of their text. */
function readAnswers(withText: boolean) {
  const states: TracedState[] = []
  const latest = new Map<string, TaskState>()
  let answered = ''

  const addState = (tracedState: TracedState) => {
    const current = latest.get(tracedState.taskId)
    if (current === tracedState.state || (current === undefined && latest.size === maxTracedStates)) return
    latest.set(tracedState.taskId, tracedState.state)
    if (states.length === maxTracedStates) states.pop()
    states.push(tracedState)
  }
  const wantsText = () => withText && answered.length < maxTracedTextChars
  const addText = (text: string) => {
    if (wantsText()) answered = clip(answered + text, maxTracedTextChars)
  }

  return {
    addText,
    wantsText,
    read: () => ({ states, answered }),
    add(answer: CachedDecode, atMs: number): Pick<TracedFrame, 'kind' | 'state'> {
      const updates = answer.kind === 'result' ? updatesOf(answer.result) : []
      for (const update of updates) {
        if (wantsText()) addText(textIn(update))
        const state = stateOf(update)
        if (state !== undefined) addState({ atMs, taskId: taskIdOf(update), state })
      }
      const [first] = updates
      const state = first && stateOf(first)
      return defined({ kind: first?.kind, state })
    },
  }
}

function textIn(update: Update): string {
  switch (update.kind) {
    case 'message':
      return plainText(update.message.parts)
    case 'artifact':
      return plainText(update.artifact.artifact.parts)
    case 'status':
      return plainText(update.status.status.message?.parts)
    case 'task': {
      const { status, artifacts = [] } = update.task
      return plainText(status.message?.parts) + artifacts.map(({ parts }) => plainText(parts)).join('')
    }
  }
}

export function tracedText(parts: readonly Part[] | undefined): string {
  return clip(plainText(parts), maxTracedTextChars)
}
