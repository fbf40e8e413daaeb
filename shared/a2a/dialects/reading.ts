// The decoding half of a dialect: all read alike but for what shape alone cannot tell.

import type { Dialect } from '../dialect.ts'
import type { Habits } from '../read/members.ts'
import { decodeReplyWith, decodeUpdateWith } from '../read/reply.ts'

export const plainReading: Habits = { dataInData: false, twiceEncoded: false, numbered: false }
export const protoReading: Habits = { dataInData: true, twiceEncoded: true, numbered: false }
export const firstReading: Habits = { dataInData: false, twiceEncoded: false, numbered: true }

export function decodingWith(
  reading: Habits,
): Pick<Dialect, 'decodeReply' | 'decodeEvent' | 'decodeWebhook'> {
  return {
    decodeReply: (operation, _binding, raw, httpStatus) =>
      decodeReplyWith(reading, operation, raw, httpStatus),
    decodeEvent: (_binding, raw) => decodeUpdateWith(reading, raw, 'stream'),
    decodeWebhook: (raw) => decodeUpdateWith(reading, raw, 'elsewhere'),
  }
}
