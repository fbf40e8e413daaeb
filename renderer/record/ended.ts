import type { ExchangeView } from '#shared/story/exchanges.ts'
import type { RecordStore } from './record-store.ts'

/** The exchange once the record tells of its end: the engine answers before the record has been read that far. */
export function ended(
  record: Pick<RecordStore, 'exchange' | 'subscribe'>,
  exchangeId: string,
  signal: AbortSignal,
): Promise<ExchangeView | undefined> {
  return new Promise((resolve) => {
    const done = (exchange?: ExchangeView) => {
      stop()
      signal.removeEventListener('abort', leave)
      resolve(exchange)
    }
    const leave = () => done()
    const look = () => {
      const exchange = record.exchange(exchangeId)
      if (exchange && exchange.state !== 'open') done(exchange)
    }
    const stop = record.subscribe(look)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    else look()
  })
}
