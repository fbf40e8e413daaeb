import { TaskState } from '@a2a-js/sdk'
import { textPart } from '../parts.ts'
import type { Scene } from '../scene.ts'
import type { Stage } from '../stage.ts'

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
    const total = wantedEvents(stage.text)
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING, `Sending ${total} small events`)
    await stage.beat(0)
    // Nobody sees the single events of a call that waits for its answer; hand them over in fewer, larger pieces.
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

function wantedEvents(text: string): number {
  const asked = Number(/\d[\d,.']*/.exec(text)?.[0].replaceAll(/\D/g, '') ?? DEFAULT_EVENTS)
  return Math.max(1, Math.min(MAX_EVENTS, asked))
}
