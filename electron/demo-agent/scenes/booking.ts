import { type Message, TaskState } from '@a2a-js/sdk'
import { TRAINS } from '../files/trains.ts'
import { dataPart, type Scene, type Stage, textOfParts, textPart } from '../scene.ts'

// The form of the booking scene: its schema, and the parser of its result.

interface Booking {
  readonly train: string
  readonly travellers: number
  readonly class: 'first' | 'second'
}

const BOOKING_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Your train to Porto',
  type: 'object',
  required: ['train', 'travellers'],
  properties: {
    train: { type: 'string', title: 'Train', enum: TRAINS.map(({ train }) => train), default: 'IC 523' },
    travellers: { type: 'integer', title: 'Travellers', minimum: 1, maximum: 6, default: 2 },
    class: { type: 'string', title: 'Class', enum: ['second', 'first'], default: 'second' },
  },
} as const

type BookingAnswer =
  | { readonly ok: true; readonly booking: Booking }
  | { readonly ok: false; readonly problems: readonly string[] }

function readForm(form: Readonly<Record<string, unknown>>): BookingAnswer {
  const { train, travellers, class: travelClass = 'second' } = form
  const isTrain = TRAINS.some((existing) => existing.train === train)
  const travellersFit =
    typeof travellers === 'number' && Number.isInteger(travellers) && travellers >= 1 && travellers <= 6
  const isClass = travelClass === 'first' || travelClass === 'second'
  if (isTrain && travellersFit && isClass) {
    return { ok: true, booking: { train: String(train), travellers, class: travelClass } }
  }
  return {
    ok: false,
    problems: [
      ...(isTrain ? [] : ['"train" must be one of the trains listed']),
      ...(travellersFit ? [] : ['"travellers" must be a whole number from 1 to 6']),
      ...(isClass ? [] : ['"class" must be "first" or "second"']),
    ],
  }
}

const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six']

function formFromWords(words: string): Record<string, unknown> {
  const named = TRAINS.find(({ train }) => words.toUpperCase().includes(train))
  const rest = named ? words.toUpperCase().replace(named.train, '') : words
  const digits = /\b[1-9]\b/.exec(rest)
  const spelled = NUMBER_WORDS.findIndex((word) => new RegExp(`\\b${word}\\b`, 'i').test(rest)) + 1
  return {
    train: named?.train ?? BOOKING_SCHEMA.properties.train.default,
    travellers: digits ? Number(digits[0]) : spelled || undefined,
    class: /\bfirst\b/i.test(words) ? 'first' : 'second',
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const booking: Scene = {
  id: 'booking',
  name: 'Book a train',
  description:
    'Stops at input-required with a form (a data part holding a JSON Schema). Answer in the same task with a data part ' +
    'that fits it, or in words: "two, second class".',
  tags: ['input-required', 'data', 'multi-turn'],
  prompts: ['Book a train to Porto'],
  matches: /\bbook a train\b/i,
  inputModes: ['text/plain', 'application/json'],
  outputModes: ['text/plain', 'application/json'],
  async run(stage) {
    stage.open()
    if (!stage.task) {
      stage.status(TaskState.TASK_STATE_WORKING, 'Looking at the timetable')
      await stage.beat(4)
      requireInput(stage, 'Which train shall I hold, and for how many?')
      return
    }
    const data = answerOf(stage.message)
    const answer = readForm(isRecord(data) ? data : formFromWords(textOfParts(stage.message.parts)))
    if (!answer.ok) {
      requireInput(stage, `Almost: ${answer.problems.join('; ')}.`)
      return
    }
    stage.status(TaskState.TASK_STATE_WORKING, 'Holding the seats')
    await stage.beat(8)
    stage.artifact({ id: 'booking', name: 'Booking' }, [dataPart(confirmation(answer.booking))], {
      last: true,
    })
    stage.status(TaskState.TASK_STATE_COMPLETED, `Held: ${answer.booking.train}, see you on the platform.`)
  },
}

function requireInput(stage: Stage, question: string): void {
  stage.status(TaskState.TASK_STATE_INPUT_REQUIRED, [
    textPart(question),
    dataPart(BOOKING_SCHEMA, 'application/schema+json'),
  ])
}

function answerOf(message: Message): unknown {
  const filled = message.parts.find((part) => part.content?.$case === 'data')
  return filled?.content?.value
}

function confirmation(booking: Booking): Record<string, unknown> {
  const perSeatEur = booking.class === 'first' ? 42 : 29
  return {
    ...booking,
    from: 'Lisboa Santa Apolonia',
    to: 'Porto Campanha',
    seats: Array.from({ length: booking.travellers }, (_, index) => `4-${21 + index}`),
    totalEur: perSeatEur * booking.travellers,
    reference: 'PRL-7F3A',
  }
}
