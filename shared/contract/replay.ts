// Replays a stored session: its entries are added again, at their own pace, to a separate session that panes show like a live
// one.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'
import { maxIdChars } from '../bounded.ts'
import { speeds } from '../replay/clock.ts'
import { sessionIdSchema } from './sessions.ts'

export interface ReplayState {
  readonly replayId: string
  /** Grows with every change: of two states the newer one is valid, in whatever order they arrive. */
  readonly version: number
  /** The session to show; another one after a jump back. */
  readonly shownId: string
  readonly playing: boolean
  /** The last replayed entry of the recorded session; 0 before the first. */
  readonly seq: number
  readonly ended: boolean
  readonly speed: (typeof speeds)[number]
  readonly shorten: boolean
  readonly stopAtPrompts: boolean
}

const replay = z.object({ replayId: z.string().min(1).max(maxIdChars) })
const paceSchema = z.object({
  speed: z.literal([...speeds]).optional(),
  /** Waits are cut to a moment. */
  shorten: z.boolean().optional(),
  /** Stops before each prompt, until a key is pressed. */
  stopAtPrompts: z.boolean().optional(),
})

const actionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('play') }),
  z.object({ kind: z.literal('pause') }),
  /** Next entry. */
  z.object({ kind: z.literal('step') }),
  /** All entries up to this one of the recorded session, at once. */
  z.object({ kind: z.literal('seek'), seq: z.int().min(0) }),
  z.object({ kind: z.literal('pace'), pace: paceSchema }),
])
export type ReplayAction = z.infer<typeof actionSchema>

export const replays = {
  open: oc.input(z.object({ sessionId: sessionIdSchema })).output(type<ReplayState>()),
  control: oc.input(replay.extend({ action: actionSchema })).output(type<ReplayState>()),
  /** The current state, and each change, a few times a second at most. The replay ends with its follower. */
  follow: oc.input(replay).output(eventIterator(type<ReplayState>())),
}
