// A kept session lived through again: its entries are told anew, at its own pace, to a session of their own that panes
// look at as they look at a live one.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars } from '../bounded.ts'
import { speeds } from '../replay/clock.ts'
import { sessionIdSchema } from './sessions.ts'

export interface ReplayState {
  readonly replayId: string
  /** Grows with every change: of two states the newer counts, in whatever order they come. */
  readonly version: number
  /** What to look at; another one after a jump back. */
  readonly shownId: string
  readonly playing: boolean
  /** The last entry of the recorded session that was told; 0 before the first. */
  readonly seq: number
  readonly ended: boolean
  readonly speed: (typeof speeds)[number]
  readonly shorten: boolean
  readonly stopAtPrompts: boolean
}

const replay = z.object({ replayId: z.string().min(1).max(maxIdChars) })
const paceSchema = z.object({
  speed: z.literal([...speeds]).optional(),
  /** No wait is longer than a moment. */
  shorten: z.boolean().optional(),
  /** Stops before each prompt, to go on by a key. */
  stopAtPrompts: z.boolean().optional(),
})

const actionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('play') }),
  z.object({ kind: z.literal('pause') }),
  /** Next entry. */
  z.object({ kind: z.literal('step') }),
  /** Everything up to this entry of the recorded session, at once. */
  z.object({ kind: z.literal('seek'), seq: z.int().min(0) }),
  z.object({ kind: z.literal('pace'), pace: paceSchema }),
])
export type ReplayAction = z.infer<typeof actionSchema>

export const replays = {
  open: oc.input(z.object({ sessionId: sessionIdSchema })).output(type<ReplayState>()),
  control: oc.input(replay.extend({ action: actionSchema })).output(type<ReplayState>()),
  /** The state now and whenever it changes, a few times a second at most. The replay ends with who follows it. */
  follow: oc.input(replay).output(eventIterator(type<ReplayState>())),
}
