import { oc, type } from '@orpc/contract'
import { z } from 'zod'
import type { Agent } from './agents.ts'

export const demo = {
  /** Starts the demo agent on a free loopback port, or returns the running one: its one entry in the list, and one behind a sign-in. */
  start: oc.input(z.object({ behindSignIn: z.boolean() }).optional()).output(type<Agent>()),
}
