// Refusals of Keycloak and of the agent, with the window's sentence for each.

import type { Grant } from '#shared/contract/sign-in.ts'
import { comesBackWithout, declines, isDeclined, logsIn } from './person.ts'
import { reads } from './reads.ts'
import { type Acts, asked, desk, openDialog, robot, type SignInCase, type SignInSeat } from './seat.ts'
import type { Asked } from './sign-in-page.ts'

export const refusalCases: readonly SignInCase[] = [
  {
    name: 'no token',
    once: true,
    async run({ sign }) {
      await sign.openAtRefusal(401)
      await reads(sign.dialog, 'for a token and sends it to this agent only', 'the dialog')
    },
  },
  {
    name: 'declined in the browser',
    once: true,
    run: (seat) =>
      fails(seat, 'authorization-code', {}, [logsIn(), declines, comesBackWithout], /access_denied/),
  },
  {
    name: 'device code declined',
    once: true,
    run: (seat) =>
      fails(seat, 'device-code', { client: desk }, [logsIn(), declines, isDeclined], /access_denied/),
  },
  {
    name: 'wrong secret',
    once: true,
    run: (seat) =>
      fails(seat, 'client-credentials', { client: { ...robot, secret: 'wrong' } }, [], /secret is wrong/),
  },
  {
    name: 'wrong client ID',
    once: true,
    run: (seat) =>
      fails(seat, 'client-credentials', { client: { ...robot, id: 'nobody' } }, [], /invalid_client/),
  },
  {
    name: 'unknown scope',
    once: true,
    run: (seat) =>
      fails(seat, 'client-credentials', { client: robot, scopes: 'agent:nothing' }, [], /invalid_scope/),
  },
  {
    name: 'registration refused',
    once: true,
    run: (seat) =>
      fails(seat, 'authorization-code', { scheme: 'strict' }, [], /Trusted Hosts.* Enter a client ID\./),
  },
]

async function fails(
  seat: SignInSeat,
  grant: Grant,
  more: Partial<Asked>,
  acts: Acts,
  why: RegExp,
): Promise<void> {
  await openDialog(seat)
  await seat.sign.fails(asked(seat, grant, more), acts, why)
}
