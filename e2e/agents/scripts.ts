// What the kit's agents do, by the first word of the message. The words of PROTOCOL.md's captures (`hi`, `long`, `ask`,
// `direct`, `throw`, `orphan`) behave like the captured executor.

import type { Part } from '#shared/a2a/model.ts'
import { announce, become, hold, produce, type Script, type Step, say, wait } from './steps.ts'

export interface Chunks {
  readonly count?: number
  readonly everyMs?: number
  readonly artifactId?: string
  readonly chunk?: (index: number) => string
  /** Repeats the artifact's name in every chunk. */
  readonly nameAll?: boolean
}

export const direct =
  (text = 'direct reply'): Script =>
  () => [say(text)]

export const chunks = (options: Chunks = {}): Script =>
  function* () {
    yield announce()
    yield become('working', 'working')
    yield* chunkSteps(options)
    yield become('completed')
  }

function* chunkSteps(options: Chunks = {}): Generator<Step> {
  const { count = 2, everyMs = 0, artifactId = 'a1', chunk = (index) => `chunk${index}`, nameAll } = options
  for (let index = 0; index < count; index++) {
    if (index > 0 && everyMs > 0) yield wait(everyMs)
    const first = index === 0
    yield produce(artifactId, chunk(index), {
      ...(first || nameAll ? { name: 'Result' } : {}),
      ...(first ? {} : { append: true }),
      ...(index === count - 1 ? { lastChunk: true } : {}),
    })
  }
}

/** Requires input and, once answered in the same task, repeats the answer and completes. */
export const ask = (question = 'need'): Script =>
  function* (turn) {
    if (turn.resumes === undefined) {
      yield announce()
      yield become('working', 'working')
      yield become('input-required', question)
      return
    }
    yield become('working')
    yield produce('answer', `you said: ${turn.text}`, { lastChunk: true })
    yield become('completed')
  }

/** Waits for credentials sent out of band; any next message in the task counts as their arrival. */
const authRequired = (): Script =>
  function* (turn) {
    if (turn.resumes === undefined) {
      yield announce()
      yield become('auth-required', 'Authorise at https://auth.example/device')
      return
    }
    yield become('completed', 'authorised')
  }

const untilCanceled = (everyMs = 20): Script =>
  function* () {
    yield announce()
    yield become('working', 'working')
    for (let index = 0; ; index++) {
      yield produce('a1', `chunk${index}`, index === 0 ? { name: 'Result' } : { append: true })
      yield wait(everyMs)
    }
  }

const fail = (): Script => () => [announce(), become('working'), become('failed', 'it broke')]
const reject = (): Script => () => [announce(), become('rejected', 'not my job')]
export const silence = (): Script => () => [hold]
const throwing = (): Script => () => [
  announce(),
  become('working', 'working'),
  { step: 'throw', message: 'boom' },
]

/** Returns every part of the message in one artifact. */
const echo = (): Script => (turn) => [
  announce(),
  produce('echo', turn.message.parts, { name: 'Echo', lastChunk: true }),
  become('completed'),
]

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const oneOfEach: readonly Part[] = [
  { kind: 'text', text: 'A text, ünïcödé and 😀.' },
  { kind: 'file-bytes', base64: png, mediaType: 'image/png', filename: 'dot.png' },
  {
    kind: 'file-url',
    url: 'https://files.example/report.pdf',
    mediaType: 'application/pdf',
    filename: 'report.pdf',
  },
  { kind: 'data', data: { city: 'Lisbon', nights: 3, tags: ['sea', null, true] } },
]

const everyPart = (): Script => () => [
  announce(),
  produce('parts', oneOfEach, { name: 'One of each', description: 'Every kind of part', lastChunk: true }),
  become('completed'),
]

/** Appends to an artifact that was never begun. */
export const orphan = (): Script => () => [
  announce(),
  become('working', 'working'),
  produce('never-begun', 'orphan', { append: true }),
  become('completed'),
]

const answer = ['A', ' city', ' on', ' a', ' hill', ',', ' a', ' hill', ' of', ' tiles', '.']

/** Answers in the messages of its working states, a token each, without an artifact (AgentStack, Strands). */
const inStates = (): Script => () => [
  announce(),
  ...answer.map((token) => become('working', token)),
  become('completed'),
]

/** Each working state repeats and extends the text; an artifact repeats all of it (LangGraph). */
const inGrowingStates = (): Script => () => [
  announce(),
  ...answer.map((_, index) => become('working', answer.slice(0, index + 1).join(''))),
  produce('a1', answer.join(''), { name: 'Result', lastChunk: true }),
  become('completed'),
]

/** Sends notes on its work before the answer. */
const withNotes = (): Script => () => [
  announce(),
  become('working', 'Searching…'),
  become('working', 'Reading 3 pages'),
  produce('a1', answer.join(''), { name: 'Result', lastChunk: true }),
  become('completed'),
]

/** A message for each token, all with one id (Agno). */
const inOneMessage = (): Script => (turn) =>
  answer.map((token) => say(token, { messageId: `answer-to-${turn.message.messageId}` }))

export type Words = Readonly<Record<string, Script>>

/** Chooses a script by the message's first word; a resumed task continues with the script that began it. */
export function byWord(words: Words, otherwise: Script): Script {
  const begun = new Map<string, Script>()
  return (turn) => {
    const word = turn.text.trim().split(/\s+/)[0]?.toLowerCase() ?? ''
    const script = begun.get(turn.taskId) ?? words[word] ?? otherwise
    begun.set(turn.taskId, script)
    return script(turn)
  }
}

/** `many 500` sends 500 chunks, `rate 50 20` sends 50, one every 20 ms. */
const counted =
  (fallback: Required<Pick<Chunks, 'count' | 'everyMs'>>): Script =>
  (turn) => {
    const [, count, everyMs] = turn.text.trim().split(/\s+/)
    return chunks({
      count: Number(count) || fallback.count,
      everyMs: Number(everyMs) || fallback.everyMs,
    })(turn)
  }

const kitWords: Words = {
  direct: direct(),
  hi: chunks(),
  ask: ask(),
  auth: authRequired(),
  long: untilCanceled(),
  fail: fail(),
  reject: reject(),
  throw: throwing(),
  silence: silence(),
  echo: echo(),
  parts: everyPart(),
  orphan: orphan(),
  states: inStates(),
  repeats: inGrowingStates(),
  notes: withNotes(),
  tokens: inOneMessage(),
  many: counted({ count: 1000, everyMs: 0 }),
  rate: counted({ count: 20, everyMs: 50 }),
}

/** The default script of an agent. */
export const kitScript = (more: Words = {}): Script => byWord({ ...kitWords, ...more }, chunks())
