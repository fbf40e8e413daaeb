// From the card, or from a refusal, to an authorized answer by each grant.

import type { Grant } from '#shared/contract/sign-in.ts'
import { runStates } from '../../../renderer/features/agent/sign-in/grant-words.ts'
import { expect, NotOnTheCard } from '../verdict.ts'
import { type Act, comesBack, consents, isDone, logsIn } from './person.ts'
import { reads } from './reads.ts'
import { asked, desk, isAccount, openDialog, robot, type SignInCase, type SignInSeat, talks } from './seat.ts'
import type { Client } from './sign-in-page.ts'

export const grantCases: readonly SignInCase[] = [
  {
    name: 'authorization code, registered',
    run: (seat) => registered(seat, 'authorization-code', [logsIn(), consents, comesBack]),
  },
  {
    name: 'authorization code, client ID',
    run: (seat) => withClient(seat, 'authorization-code', desk, [logsIn(), comesBack]),
  },
  {
    name: 'device code, registered',
    run: (seat) => registered(seat, 'device-code', [logsIn(), consents, isDone]),
  },
  {
    name: 'device code, client ID',
    run: (seat) => withClient(seat, 'device-code', desk, [logsIn(), consents, isDone]),
  },
  { name: 'client credentials, registered', run: (seat) => registered(seat, 'client-credentials') },
  { name: 'client credentials, secret', run: (seat) => withClient(seat, 'client-credentials', robot) },
  {
    name: 'client credentials, secret in the form',
    once: true,
    run: (seat) => withClient(seat, 'client-credentials', { ...robot, method: 'client_secret_post' }),
  },
  {
    name: 'client credentials, key',
    once: true,
    run: (seat) =>
      withClient(seat, 'client-credentials', {
        id: 'keyed',
        privateKey: seat.privateKey,
        method: 'private_key_jwt',
      }),
  },
]

/** Registers a client without manual input. */
async function registered(seat: SignInSeat, grant: Grant, acts: readonly Act[] = []): Promise<void> {
  const { sign, place } = seat
  await openDialog(seat)
  if (!place.registers) {
    expect(await sign.signIn(asked(seat, grant)), runStates['needs-client'], 'the sign-in')
    await reads(sign.steps, 'doesn’t support client registration', 'the steps')
    throw new NotOnTheCard()
  }
  await sign.succeeds(asked(seat, grant), acts)
  await leadsThere(seat, grant, 'done')
}

async function withClient(
  seat: SignInSeat,
  grant: Grant,
  client: Client,
  acts: readonly Act[] = [],
): Promise<void> {
  await openDialog(seat)
  await seat.sign.succeeds(asked(seat, grant, { client }), acts)
  await leadsThere(seat, grant, 'skipped')
}

/** Signs in step by step, until the agent accepts the token. */
async function leadsThere(seat: SignInSeat, grant: Grant, registering: string): Promise<void> {
  const { sign, place } = seat
  const isAlone = grant === 'client-credentials'
  const requested = [
    `Discover ${place.registers ? 'done' : 'skipped'}`,
    `Register ${registering}`,
    `Authorize ${isAlone ? 'skipped' : 'done'}`,
    'Exchange done',
    'Use done',
    'Refresh waiting',
  ]
  await reads(sign.steps, /Use\s*done: /, 'the steps')
  expect(await sign.states(), requested, 'the steps')
  await reads(sign.signedIn, /Expires\s*in [45] min/, 'the expiry')
  await reads(sign.signedIn, 'agent:talk', 'the scopes')
  // A card does not state whose ID tokens its endpoints issue, and plain OAuth requests none.
  if (place.schemes[grant] === 'openid' && !isAlone) await isAccount(seat, 'ada')
  await sign.close()
  await talks(seat)
}
