// The environment of a case, and steps that all cases share.

import type { Grant } from '#shared/contract/sign-in.ts'
import { type Act, comesBack, emailOf, logsIn, type Person } from './person.ts'
import type { Place } from './places.ts'
import { reads } from './reads.ts'
import type { Asked, Client, SignInPage } from './sign-in-page.ts'

export interface SignInSeat {
  readonly sign: SignInPage
  readonly place: Place
  /** The origins of both. */
  readonly agent: string
  readonly keycloak: string
  /** Of the client “keyed”, as PEM. */
  readonly privateKey: string
}

export interface SignInCase {
  readonly name: string
  /** Independent of where the agent declares how to get a token, so run once. */
  readonly once?: true
  run(seat: SignInSeat): Promise<void>
}

/** Clients of servers/keycloak/interop.json. */
export const desk: Client = { id: 'desk' }
/** Its tokens are valid for ten seconds. */
export const brief: Client = { id: 'brief' }
export const robot = { id: 'robot', secret: 'robot-secret-of-the-desk-71f0' } as const

export async function openDialog({ sign, place }: SignInSeat): Promise<void> {
  await (place.schemes['authorization-code'] === '' ? sign.openAtRefusal(401) : sign.openAtCard())
}

export function asked({ place }: SignInSeat, grant: Grant, more: Partial<Asked> = {}): Asked {
  return { grant, scheme: place.schemes[grant], ...more }
}

/** Signs in with a client of the realm; the dialog stays open. */
export async function signedIn(seat: SignInSeat, client: Client = desk): Promise<void> {
  await openDialog(seat)
  await seat.sign.succeeds(asked(seat, 'authorization-code', { client }), [logsIn(), comesBack])
  await isAccount(seat, 'ada')
}

export async function isAccount({ sign }: SignInSeat, person: Person): Promise<void> {
  await reads(sign.signedIn, emailOf(person), 'the account')
}

/** Expects that the agent accepts the token and answers a new message. */
export async function talks({ sign }: SignInSeat): Promise<void> {
  const words = crypto.randomUUID()
  await sign.window.say(`echo ${words}`)
  const answer = sign.window.conversation.getByRole('article', { name: 'Task completed' })
  await reads(answer, `echo: ${words}`, 'the answer')
}

export async function isRefused({ sign }: SignInSeat): Promise<void> {
  await sign.window.say('echo hi')
  await reads(sign.window.conversation.getByRole('status'), '401', 'the refused message')
}

export type Acts = readonly Act[]
