// Explains in a sentence why a step of a sign-in failed: a refusal, an invalid response, or a failure of the wire.

import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { headerOf } from '#shared/a2a/header-of.ts'
import { type SignInStep, type StepName, stepNames } from '#shared/contract/sign-in.ts'
import { shorten } from '#shared/shorten.ts'
import type { SessionRecord } from '../../store/record.ts'
import { originOf } from '../origins.ts'

/** The latest exchanges of one step that are listed; all of them are on the wire. */
const maxStepExchanges = 5

export class SignInProblem extends Error {
  override readonly name = 'SignInProblem'
}

export const codeExpired = 'The code expired before it was entered. Start again.'

const refusals: Readonly<Record<string, string>> = {
  invalid_client: 'The client ID, its secret or its authentication is wrong.',
  invalid_grant: 'The code or token is no longer valid, was used before, or belongs to another client.',
  // Keycloak's code for a wrong secret.
  unauthorized_client: 'This client may not use this grant, or its secret is wrong.',
  unsupported_grant_type: 'The server does not support this grant.',
  invalid_scope: 'The server does not know a scope, or this client may not ask for it.',
  invalid_target: 'The server does not issue tokens for this resource.',
  access_denied: 'Access was denied in the browser.',
  expired_token: codeExpired,
  login_required: 'The server requires you to sign in there first.',
  invalid_redirect_uri: 'The server does not accept Parley’s redirect address.',
  invalid_client_metadata: 'The server does not register clients such as Parley.',
  temporarily_unavailable: 'Try again later.',
}

const faults: Readonly<Record<string, string>> = {
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'The response names another issuer than the metadata. It was not used.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED:
    'The ID token is for someone else: its issuer, audience or nonce is wrong.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'The ID token is expired or not valid yet. Check the clocks of this machine and the server.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'The response is not JSON.',
  OAUTH_PARSE_ERROR: 'The response can’t be parsed.',
  OAUTH_UNSUPPORTED_OPERATION:
    'The response is signed or typed in a way Parley does not accept, such as a token without a signature.',
  OAUTH_KEY_SELECTION_FAILED: 'The server’s keys don’t have the one that signed the ID token.',
  OAUTH_TIMEOUT: 'The server did not answer in time.',
  OAUTH_ABORT: 'Canceled.',
}

export function problemSentence(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SignInProblem) return cause.message
  }
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return refusalSentence(error.error, error.error_description)
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    const { error: code, error_description: text } = error.cause[0]?.parameters ?? {}
    return code === undefined ? `The server refused with ${error.status}.` : refusalSentence(code, text)
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') return faults['OAUTH_TIMEOUT'] ?? ''
  if (!(error instanceof Error)) return 'The sign-in failed.'
  const code = error instanceof ClientError ? error.code : undefined
  const why = error.cause instanceof Error ? error.cause.message : error.message
  if (/JWT "alg"/.test(why))
    return 'The ID token is signed in a way that was not agreed, or not at all. It was not used.'
  const sentence = code !== undefined && Object.hasOwn(faults, code) ? faults[code] : undefined
  return sentence ?? `The server’s response is not what OAuth says: ${shorten(why)}.`
}

function refusalSentence(code: string, text: string | undefined): string {
  const words = text === undefined ? '' : ` (“${shorten(text)}”)`
  const sentence = Object.hasOwn(refusals, code) ? ` ${refusals[code]}` : ''
  return `The server refused: ${shorten(code)}${words}.${sentence}`
}

export interface Refusal {
  /** `WWW-Authenticate`; empty if there is none. */
  readonly challenge: string
  readonly origin: string | undefined
}

/** From the last recorded response of an exchange with this agent. */
export async function refusalOf(
  record: SessionRecord,
  agentId: string,
  exchangeId: string,
): Promise<Refusal | undefined> {
  record.flush()
  const kinds = ['request', 'redirect', 'response'] as const
  const { entries } = await record.read({ after: 0, filter: { exchangeId, kinds } })
  const request = entries.find((entry) => entry.kind === 'request')
  const response = entries.findLast((entry) => entry.kind === 'response')
  if (request?.call.agentId !== agentId || response === undefined) return undefined
  const to = entries.findLast((entry) => entry.kind === 'redirect')?.to
  return {
    challenge: headerOf(response.headers, 'www-authenticate') ?? '',
    origin: to === undefined ? originOf(request.url, request.call.binding) : originOf(to),
  }
}

// The steps of a sign-in in the contract: state and exchanges of each.

export type Steps = ReturnType<typeof createSteps>

export function createSteps(changed: () => void) {
  const blank = (name: StepName): SignInStep => ({ name, state: 'waiting', sentence: '', exchangeIds: [] })
  const signInSteps = new Map(stepNames.map((name) => [name, blank(name)]))
  let latest: StepName = 'discover'
  const change = (name: StepName, changes: Partial<SignInStep>) => {
    signInSteps.set(name, { ...(signInSteps.get(name) ?? blank(name)), ...changes })
    changed()
  }
  return {
    begin(name: StepName, sentence: string): void {
      latest = name
      const isOn = signInSteps.get(name)?.state === 'running'
      change(name, { state: 'running', sentence, ...(!isOn && { exchangeIds: [] }) })
    },
    done: (name: StepName, sentence: string): void => change(name, { state: 'done', sentence }),
    skip: (name: StepName, sentence: string): void => change(name, { state: 'skipped', sentence }),
    /** The step runs later. */
    wait: (name: StepName, sentence: string): void => change(name, { state: 'waiting', sentence }),
    fail(sentence: string): void {
      for (const { name, state } of signInSteps.values())
        if (state === 'running') change(name, { state: 'failed' })
      change(latest, { state: 'failed', sentence })
    },
    exchange(exchangeId: string): void {
      const before = signInSteps.get(latest)?.exchangeIds ?? []
      change(latest, { exchangeIds: [...before, exchangeId].slice(-maxStepExchanges) })
    },
    show: (step: SignInStep): void => change(step.name, step),
    list: (): readonly SignInStep[] => [...signInSteps.values()],
  }
}
