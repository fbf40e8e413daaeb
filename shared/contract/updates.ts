// Newer versions of Parley itself: asked about only after the user's yes, brought only when told, never put in while recording.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

export type UpdateStep =
  /** Nothing was asked yet in this run. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'newest'; readonly at: number }
  | { readonly kind: 'newer'; readonly version: string }
  | { readonly kind: 'bringing'; readonly version: string; readonly percent: number }
  /** Put in when Parley quits, or at once by `install`. */
  | { readonly kind: 'brought'; readonly version: string }
  | { readonly kind: 'failed'; readonly message: string }

export interface Updates {
  /** Whether this Parley can be updated from within. If not, it is updated the way it was installed. */
  readonly possible: boolean
  /** The user's yes to asking when Parley starts. */
  readonly allowed: boolean
  readonly step: UpdateStep
}

export const updates = {
  /** How it stands, and how it goes on, for as long as the window listens. */
  follow: oc.output(eventIterator(type<Updates>())),
  allow: oc.input(z.object({ allowed: z.boolean() })).output(type<Updates>()),
  ask: oc.output(type<Updates>()),
  bring: oc.output(type<Updates>()),
  /** Quits, puts it in and starts again. Refused while recording. */
  install: oc.output(type<Updates>()),
}
