// Calls our own address through each way there may be to it, as an agent would, and looks whether the call came in.

import { randomBytes } from 'node:crypto'
import type { ReceiverAddress, SelfTest } from '#shared/contract/push.ts'
import type { Wire, WireFailure } from '../wire/wire.ts'

export interface SelfTestDeps {
  readonly wire: Pick<Wire, 'request'>
  readonly currentSession: () => string
}

/** Time for the receiver's call to itself; the self-test says that it timed out. */
const maxSelfTestMs = 4_000

export function createSelfTest({ wire, currentSession }: SelfTestDeps) {
  const open = new Set<string>()

  async function through(address: ReceiverAddress): Promise<SelfTest> {
    const { baseUrl, from } = address
    if (from === 'a container') {
      const sentence = 'Only a container can tell: the name exists in there alone.'
      return { baseUrl, outcome: 'untestable', sentence }
    }
    if (!address.listening) {
      return { baseUrl, outcome: 'not-reached', sentence: 'The receiver does not listen there now.' }
    }
    const nonce = randomBytes(24).toString('base64url')
    open.add(nonce)
    try {
      const sent = wire.request({
        sessionId: currentSession(),
        purpose: 'probe',
        method: 'GET',
        url: `${baseUrl}/self-test/${nonce}`,
        label: `GET ${baseUrl}/self-test`,
        streaming: false,
        profile: { maxRedirects: 0 },
        signal: AbortSignal.timeout(maxSelfTestMs),
      })
      const outcome = await sent.done
      const { exchangeId } = sent
      if (outcome.kind === 'failure') {
        return { baseUrl, outcome: 'not-reached', sentence: failureSentence(outcome.failure), exchangeId }
      }
      const answered = outcome.kind === 'body' && Buffer.from(outcome.body).toString('utf8') === nonce
      if (answered) return { baseUrl, outcome: 'reached', sentence: 'The call arrived.', exchangeId }
      const status = outcome.kind === 'body' ? outcome.status : outcome.httpStatus
      const sentence = `Another server answered there, with ${status}: the address does not lead to Parley.`
      return { baseUrl, outcome: 'not-reached', sentence, exchangeId }
    } finally {
      open.delete(nonce)
    }
  }

  return {
    /** The answer to a self-test's own call; undefined for any other. */
    answers(url: string): string | undefined {
      const nonce = /\/self-test\/([\w-]{32})$/.exec(url)?.[1]
      return nonce !== undefined && open.has(nonce) ? nonce : undefined
    },
    through,
    run: (addresses: readonly ReceiverAddress[]): Promise<readonly SelfTest[]> =>
      Promise.all(addresses.map(through)),
  }
}

function failureSentence({ failure, message }: WireFailure): string {
  switch (failure) {
    case 'refused':
      return 'Nothing is listening there.'
    case 'aborted':
    case 'connect-timeout':
    case 'first-byte-timeout':
      return 'No response in time: a firewall may be in between.'
    default:
      return message
  }
}
