import { oc, type } from '@orpc/contract'
import type { Agent } from './agents.ts'

export const demo = {
  /** Starts the demo agent on a free loopback port, or answers with the running one: its one entry in the list. */
  start: oc.output(type<Agent>()),
}
