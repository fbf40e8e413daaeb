// What passed through one tap on its way into the record: each call an exchange, from its request to its end.

import { guarded } from '../guarded.ts'
import { brokenInside, type WireFailure } from '../wire/failure.ts'
import { cardNotes } from './card-notices.ts'
import type { PassEvent, Passed, PassedCard } from './forward/messages.ts'
import type { TapCounts } from './tap-counts.ts'
import { type AskedWhole, openTapExchange, type TapExchange, type TapExchangeDeps } from './tap-exchange.ts'
import { openTapPush } from './webhooks/tap-push.ts'

interface TakenPassesDeps {
  readonly exchange: (asked: AskedWhole) => Omit<TapExchangeDeps, 'sessionId' | 'secrets'>
  /** Where a call that begins now belongs, and the memory of its secrets. */
  readonly now: () => Pick<TapExchangeDeps, 'sessionId' | 'secrets'>
  readonly counts: TapCounts
  onCard(card: PassedCard): void
  /** Of the tap itself. */
  readonly address: () => string
}

interface Pass {
  readonly begun: ReturnType<TakenPassesDeps['now']>
  isPush: boolean
  exchange?: TapExchange
}

export function createTakenPasses({ exchange, now, counts, onCard, address }: TakenPassesDeps) {
  const passes = new Map<number, Pass>()

  const opened = ({ begun }: Pass, asked: AskedWhole): TapExchange => {
    const deps = { ...exchange(asked), ...begun }
    return asked.push ? openTapPush(deps, asked, asked.push) : openTapExchange(deps, asked)
  }
  const takeOf = (id: number, pass: Pass, event: PassEvent, bytes: Buffer) => {
    switch (event.kind) {
      case 'begun':
        pass.isPush = event.isPush
        return event.isPush ? counts.countPush() : counts.countCall(event)
      case 'asked':
        pass.exchange = opened(pass, { ...event.asked, body: bytes })
        return undefined
      case 'head':
        return pass.exchange?.head(event.head)
      case 'bytes':
        return pass.exchange?.chunk(bytes)
      case 'note':
        return pass.exchange?.note(event.text)
      case 'card':
        onCard(event.card)
        for (const note of cardNotes(event.card)) pass.exchange?.note(note)
        return undefined
      case 'end':
        passes.delete(id)
        return pass.exchange?.end(event.reason, event.trailers)
      case 'fail':
        passes.delete(id)
        if (!pass.isPush) counts.countFailure()
        return pass.exchange?.fail(event.failure)
    }
  }
  const passOf = (id: number, event: PassEvent): Pass | undefined => {
    if (event.kind === 'begun') passes.set(id, { begun: now(), isPush: false })
    return passes.get(id)
  }
  const takeInTurn = guarded(
    'tap passing',
    (id: number, event: PassEvent, bytes: Buffer) => {
      const pass = passOf(id, event)
      if (pass) takeOf(id, pass, event, bytes)
    },
    // What passes goes on; what is left of it isn't recorded.
    (error, [id]) => passes.get(id)?.exchange?.fail(brokenInside(error)),
  )

  return {
    take(event: Passed, bytes: Buffer) {
      if ('pass' in event) return takeInTurn(event.pass, event, bytes)
      if (event.kind === 'broken') return refused(event.caller, event.message)
      if (event.kind !== 'lost') return undefined
      for (const { exchange } of passes.values()) exchange?.fail(unreadable)
      passes.clear()
      return undefined
    },
    /** Calls that go on. */
    open: (): number => [...passes.values()].filter(({ isPush }) => !isPush).length,
  }

  function refused(caller: string, message: string): void {
    const asked = {
      method: '',
      url: address(),
      headers: [],
      body: Buffer.alloc(0),
      seenBytes: 0,
      caller,
    }
    openTapExchange({ ...exchange(asked), ...now() }, asked).fail({ failure: 'bad-http', message })
  }
}

const unreadable: WireFailure = {
  failure: 'other',
  message:
    'What passed here and waited to be recorded couldn’t be read from the disk again, so the rest of this request isn’t known.',
}
