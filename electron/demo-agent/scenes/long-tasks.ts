import { TaskState } from '@a2a-js/sdk'
import { dataPart, type Scene, type Stage, textPart, urlPart } from '../scene.ts'

export const account: Scene = {
  id: 'account',
  name: 'Pay from an account',
  description:
    'Stops at auth-required with a link. Open it and allow, and the same stream goes on; or answer "allow" or "refuse" ' +
    'in the task.',
  tags: ['auth-required', 'multi-turn'],
  prompts: ['Charge the tickets to my travel account'],
  matches: /\btravel account\b/i,
  async run(stage) {
    stage.open()
    if (!stage.task) {
      stage.status(TaskState.TASK_STATE_WORKING, 'Opening your travel account')
      await stage.beat(4)
    }
    const verdict = stage.task ? verdictIn(stage.text) : undefined
    if ((verdict ?? (await requestPermission(stage))) === 'refused') {
      stage.status(TaskState.TASK_STATE_REJECTED, 'Nothing was charged: you refused.')
      return
    }
    stage.status(TaskState.TASK_STATE_WORKING, 'Thank you. Charging 58 EUR')
    await stage.beat(6)
    stage.artifact(
      { id: 'receipt', name: 'Receipt' },
      [dataPart({ charged: 58, currency: 'EUR', for: 'IC 523, two travellers', receipt: 'PRL-R-0058' })],
      { last: true },
    )
    stage.status(TaskState.TASK_STATE_COMPLETED, 'Paid.')
  },
}

function requestPermission(stage: Stage): Promise<'allowed' | 'refused'> {
  const answer = stage.permission()
  stage.status(TaskState.TASK_STATE_AUTH_REQUIRED, [
    textPart('I need your permission to charge 58 EUR. Open the link, or answer "allow" in this task.'),
    urlPart(answer.url, { filename: 'allow.html', mediaType: 'text/html' }),
  ])
  return answer.verdict
}

function verdictIn(text: string): 'allowed' | 'refused' | undefined {
  if (/\b(refuse|deny|denied|no)\b/i.test(text)) return 'refused'
  return /\b(allow|allowed|yes|ok|done|authori[sz]ed?)\b/i.test(text) ? 'allowed' : undefined
}

const ANNOUNCEMENTS = [
  'The train is being cleaned',
  'The train is at platform 7',
  'Doors are open',
  'First call',
  'Last call',
] as const

export const gate: Scene = {
  id: 'gate',
  name: 'Call me back',
  description:
    'Push notifications: register a webhook with the message, or on the task while it runs, and every change is also sent there.',
  tags: ['push-notifications'],
  prompts: ['Tell me when boarding starts'],
  matches: /\b(boarding|gate)\b/i,
  async run(stage) {
    stage.open()
    const webhooks = await stage.webhookCount()
    stage.status(
      TaskState.TASK_STATE_WORKING,
      webhooks > 0
        ? 'I will call your webhook at every change'
        : 'No webhook is registered for this task yet: add one, and I will call it at every change from then on',
    )
    for (const announcement of ANNOUNCEMENTS) {
      await stage.beat(20)
      stage.status(TaskState.TASK_STATE_WORKING, announcement)
    }
    await stage.beat(20)
    stage.status(TaskState.TASK_STATE_COMPLETED, 'Boarding has started. Have a good journey.')
  },
}

const LOOKS = 40

export const fareWatch: Scene = {
  id: 'fare-watch',
  name: 'Watch fares',
  description: 'A long task that reports its progress. Cancel it, or leave and subscribe again.',
  tags: ['progress', 'cancel', 'subscribe'],
  prompts: ['Watch the fares to Lisbon'],
  matches: /\bwatch\b.*\bfares?\b/i,
  outputModes: ['text/plain', 'application/json'],
  async run(stage) {
    stage.open()
    // A message sent meanwhile starts a new turn, which continues after the last look.
    const { looked = 0 } = stage.task?.metadata ?? {}
    for (let look = Number(looked) + 1; look <= LOOKS; look++) {
      await stage.beat(5)
      stage.status(TaskState.TASK_STATE_WORKING, `Look ${look} of ${LOOKS}: ${fareEur(look)} EUR`, {
        looked: look,
        progress: look / LOOKS,
      })
    }
    const fares = Array.from({ length: LOOKS }, (_, index) => fareEur(index + 1))
    stage.artifact(
      { id: 'fares', name: 'Fares seen' },
      [dataPart({ lowestEur: Math.min(...fares), highestEur: Math.max(...fares), faresEur: fares })],
      { last: true },
    )
    stage.status(TaskState.TASK_STATE_COMPLETED, `The lowest fare was ${Math.min(...fares)} EUR.`)
  },
}

function fareEur(look: number): number {
  return 58 + Math.round(9 * Math.sin(look / 3)) + (look % 7 === 0 ? -6 : 0)
}

const DEFAULT_EVENTS = 10_000
const MAX_EVENTS = 10_000
const EVENTS_A_BURST = 100

export const flood: Scene = {
  id: 'flood',
  name: 'Flood',
  description:
    'Ten thousand small events in one stream, as fast as you read them. "Flood me with 500 events" sends fewer.',
  tags: ['streaming', 'load'],
  prompts: ['Flood me with 10,000 events'],
  matches: /\bflood\b/i,
  async run(stage) {
    const total = requestedEvents(stage.text)
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING, `Sending ${total} small events`)
    await stage.beat(0)
    // A caller that waits for its response sees no single events, so they are fewer and larger.
    const partsAnEvent = stage.streaming ? 1 : 500
    for (let sent = 0; sent < total; sent += partsAnEvent) {
      const size = Math.min(partsAnEvent, total - sent)
      sendDepartures(stage, { from: sent, size, total })
      if (!stage.streaming || (sent + 1) % EVENTS_A_BURST === 0) await stage.beat(0)
    }
    stage.status(TaskState.TASK_STATE_COMPLETED, `That was ${total}.`)
  },
}

function sendDepartures(
  stage: Stage,
  { from, size, total }: { from: number; size: number; total: number },
): void {
  const parts = Array.from({ length: size }, (_, index) => textPart(departure(from + index + 1)))
  stage.artifact({ id: 'departures', name: 'Departures' }, parts, {
    append: from > 0,
    last: from + size === total,
  })
}

function departure(number: number): string {
  const minute = number % 1440
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return `${number} ${clock} platform ${(number % 12) + 1}\n`
}

function requestedEvents(text: string): number {
  const events = Number(/\d[\d,.']*/.exec(text)?.[0].replaceAll(/\D/g, '') ?? DEFAULT_EVENTS)
  return Math.max(1, Math.min(MAX_EVENTS, events))
}
