// The form of the booking scene: the schema the client is shown, and the reading of whatever comes back.

import { TRAINS } from '../files/trains.ts'

export interface Booking {
  readonly train: string
  readonly travellers: number
  readonly class: 'first' | 'second'
}

export const BOOKING_SCHEMA = {
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

export type BookingAnswer =
  | { readonly ok: true; readonly booking: Booking }
  | { readonly ok: false; readonly problems: readonly string[] }

export function bookingFrom(data: unknown, words: string): BookingAnswer {
  return readForm(isRecord(data) ? data : formFromWords(words))
}

function readForm(form: Readonly<Record<string, unknown>>): BookingAnswer {
  const { train, travellers, class: travelClass = 'second' } = form
  const trainKnown = TRAINS.some((known) => known.train === train)
  const travellersFit =
    typeof travellers === 'number' && Number.isInteger(travellers) && travellers >= 1 && travellers <= 6
  const classKnown = travelClass === 'first' || travelClass === 'second'
  if (trainKnown && travellersFit && classKnown) {
    return { ok: true, booking: { train: String(train), travellers, class: travelClass } }
  }
  return {
    ok: false,
    problems: [
      ...(trainKnown ? [] : ['"train" must be one of the trains listed']),
      ...(travellersFit ? [] : ['"travellers" must be a whole number from 1 to 6']),
      ...(classKnown ? [] : ['"class" must be "first" or "second"']),
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
