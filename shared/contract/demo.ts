import { oc, type } from '@orpc/contract'

export const demo = {
  /** Starts the demo agent on a free loopback port, or answers with the running one. */
  start: oc.output(type<{ readonly address: string }>()),
}
