// Newer versions of Parley: looked up only after the user's consent, downloaded only on request, never installed while
// recording.

import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

export type UpdateStep =
  /** No request was sent yet in this run. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'newest'; readonly at: number }
  | { readonly kind: 'newer'; readonly version: string }
  | { readonly kind: 'bringing'; readonly version: string; readonly percent: number }
  /** Installed when Parley quits, or at once by `install`. */
  | { readonly kind: 'brought'; readonly version: string }
  | { readonly kind: 'failed'; readonly message: string }

export interface Updates {
  /** Whether this Parley can update itself. If not, it is updated the way it was installed. */
  readonly possible: boolean
  /** The user's consent to a check when Parley starts. */
  readonly allowed: boolean
  readonly step: UpdateStep
}

export const updates = {
  /** The current state and each change, for as long as the window listens. */
  follow: oc.output(eventIterator(type<Updates>())),
  allow: oc.input(z.object({ allowed: z.boolean() })).output(type<Updates>()),
  ask: oc.output(type<Updates>()),
  bring: oc.output(type<Updates>()),
  /** Quits, installs the update and starts again. Refused while recording. */
  install: oc.output(type<Updates>()),
}
