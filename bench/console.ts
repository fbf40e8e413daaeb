// The console at size: a list of many exchanges, one of them with very many frames, read through the contract as by a
// window; with `--window` in a real browser. Usage: node bench/console.ts [EXCHANGES] [FRAMES] [--window]

import { orderings } from '#shared/record/exchange-order.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { fill } from './console-record.ts'
import { measureConsole } from './console-window.ts'
import { median } from './start-server.ts'

const sizes = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument))
const [exchanges = 100_000, frames = 1_000_000] = sizes.map(Number)
const pageRows = 100

const { client, engine, close } = await openWindow()
const sessionId = await fill(engine.record, exchanges, frames)

const list = (filter: string, offset: number) => client.console.exchanges({ filter, offset, limit: pageRows })
report('the first page', await timed(() => list('', 0)))
report('the last page', await timed(() => list('', exchanges - pageRows)))
report('any page', await each(200, (at) => list('', Math.floor(at * (exchanges - pageRows)))))
for (const filter of ['method:GetTask', 'status:error', 'dur>50ms size>1k', 'kind:stream', 'agent:nobody']) {
  report(`${filter}, first`, await timed(() => list(filter, 0)))
  report(`${filter}, any page`, await each(50, (at) => list(filter, Math.floor((at * exchanges) / 8))))
}
for (const by of orderings) {
  const sorted = (offset: number) =>
    client.console.exchanges({ filter: '', offset, limit: pageRows, order: { by, descending: true } })
  report(`by ${by}, first`, await timed(() => sorted(0)))
  report(`by ${by}, any page`, await each(50, (at) => sorted(Math.floor(at * exchanges))))
  const grown = await each(20, (at) => {
    engine.record.append({ sessionId, exchangeId: 'long', at, monoMs: at, kind: 'note', text: 'more' })
    engine.record.flush()
    return sorted(0)
  })
  report(`… after one more entry`, grown)
}
report(
  'where an exchange stands',
  await each(50, (at) =>
    client.console.position({ filter: '', exchangeId: `exchange-${Math.floor(at * exchanges)}` }),
  ),
)
report('the long exchange in full', await timed(() => client.console.exchange({ exchangeId: 'long' })))
report(
  'any page of its frames',
  await each(200, (at) =>
    client.console.frames({ exchangeId: 'long', offset: Math.floor(at * (frames - 200)), limit: 200 }),
  ),
)
report(
  'its findings',
  await timed(() => client.console.findings({ exchangeId: 'long', offset: 0, limit: 200 })),
)
const findings = (offset: number) => client.console.findings({ offset, limit: pageRows })
report('all findings, first', await timed(() => findings(0)))
report('all findings, any page', await each(200, (at) => findings(Math.floor(at * (exchanges - pageRows)))))
report('the counts of the tabs', await timed(() => client.console.counts({})))
const counted = await each(50, (at) => {
  engine.record.append({ sessionId, exchangeId: 'long', at, monoMs: at, kind: 'note', text: 'more' })
  engine.record.flush()
  return client.console.counts({})
})
report('… after one more entry, and what it took to write', counted)
const resident = process.memoryUsage.rss()
console.log(`engine and writer, resident`.padEnd(40), `${Math.round(resident / 1e6)} MB`)
await close()
if (process.argv.includes('--window')) await measureConsole(exchanges, frames)

async function timed(request: () => Promise<unknown>): Promise<readonly number[]> {
  const startMs = performance.now()
  await request()
  return [performance.now() - startMs]
}

/** At fixed positions all over. */
async function each(count: number, request: (at: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    times.push(...(await timed(() => request((index * 0.618_033_988_749_895) % 1))))
  }
  return times
}

function report(what: string, times: readonly number[]): void {
  const worst = Math.max(...times)
  const figures =
    times.length === 1
      ? `${worst.toFixed(1)} ms`
      : `${median(times).toFixed(1)} ms, worst ${worst.toFixed(1)} ms`
  console.log(what.padEnd(40), figures)
}
