// One call through a tap on the record: read, judged and masked as a call of Parley's own is, and marked as another program's. Its
// secrets are remembered apart, so that no call of Parley's can ever be sent with them.

import { dialectOf } from '#shared/a2a/dialects.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { CallFacts, RawHeaders } from '#shared/record/entry.ts'
import type { Clock } from '../clock.ts'
import type { SessionRecord } from '../store/record.ts'
import { type AnswerTaker, openAnswer } from '../wire/answer.ts'
import { askedOf, taskOfOperation } from '../wire/call-facts.ts'
import { openExchange } from '../wire/exchange.ts'
import type { WireFailure } from '../wire/failure.ts'
import type { Flow } from '../wire/http.ts'
import type { ConnectionProfile } from '../wire/profile.ts'
import { createReader, type Judge } from '../wire/reading.ts'
import { idIn } from '../wire/request-id.ts'
import type { Secrets } from '../wire/secrets.ts'
import type { Answered, Asked } from './forward/messages.ts'
import type { SpokenAt } from './forward/routes.ts'
import { foundCall } from './found-call.ts'

interface AskedWhole extends Asked {
  readonly body: Buffer
}

export interface TapExchangeDeps {
  readonly record: SessionRecord
  readonly judge: Judge
  readonly clock: Clock
  readonly profile: ConnectionProfile
  readonly agentId: string
  readonly tapAddress: string
  readonly cardUrl: string
  readonly spoken: readonly SpokenAt[]
  readonly sessionId: string
  readonly secrets: Secrets
  /** Holds back what is yet to be recorded. */
  readonly flow: () => Flow
}

export interface TapExchange {
  head(head: Answered): void
  chunk(bytes: Buffer): void
  end(reason: 'complete' | 'closed-by-agent', trailers: RawHeaders): void
  note(text: string): void
  fail(failure: WireFailure): void
}

/** `asked` has come, or as much of it as ever will. */
export function openTapExchange(deps: TapExchangeDeps, asked: AskedWhole): TapExchange {
  const { record, judge, clock, profile, secrets, sessionId } = deps
  const text = asked.body.toString('utf8')
  const found = foundCall(deps, { ...asked, body: text })
  const program = headerOf(asked.headers, 'user-agent')
  const call: CallFacts = {
    ...found.facts,
    agentId: deps.agentId,
    via: { tap: deps.tapAddress, caller: asked.caller, ...(program !== undefined && { program }) },
  }
  const exchange = openExchange({
    ...{ record, secrets, clock, sessionId, call },
    credentialNames: new Set(),
    credentialQuery: new Set(),
  })
  const { operation, dialect, binding } = call
  const version = headerOf(asked.headers, 'a2a-version')
  const reader = createReader({
    facts: {
      exchangeId: exchange.exchangeId,
      call,
      url: asked.url,
      ...(binding === 'JSONRPC' && idIn(text)),
      ...(found.operation && { ...askedOf(found.operation), ...taskOfOperation(found.operation) }),
      ...(version !== undefined && { versionSent: version }),
    },
    judge,
    ...(dialect && { dialect: dialectOf(dialect) }),
    ...(operation && { operation }),
    ...(binding && { binding }),
    onUpdate: () => undefined,
    onReply: () => undefined,
  })
  const isPacked = !/^(identity)?$/i.test(headerOf(asked.headers, 'content-encoding') ?? '')
  const { method, url, headers, seenBytes } = asked
  const { monoMs } = exchange.request(
    // What is packed may hold a secret that nobody sees: of that, its size is enough.
    { method, url, headers, ...(seenBytes > 0 && { body: isPacked ? Buffer.alloc(0) : asked.body }) },
    headers,
    { ...(found.operation && taskOfOperation(found.operation)), seenBytes },
  )
  let answer: AnswerTaker | undefined
  const flow = deps.flow()
  return {
    head(head) {
      const timings = { firstByteMs: clock.monoMs() - monoMs }
      answer = openAnswer(
        { ...head, timings },
        {
          ...{ exchange, profile, reader, url },
          streaming: operation === 'stream' || operation === 'subscribe',
          // What the record takes no more of goes on to the caller all the same.
          stop: () => undefined,
          done: () => flow.resume(),
        },
      )
    },
    chunk: (bytes) => answer?.chunk(bytes, flow),
    end: (reason, trailers) => answer?.end({ reason, ...(trailers.length > 0 && { trailers }) }),
    note: exchange.note,
    fail: (failure) => (answer ? answer.fail(failure) : exchange.fail(failure)),
  }
}
