// npm run fuzz -- --runs N --seed S: runs inputs in a thread of its own, so that an endless loop or an out-of-memory is
// detected and reported. `--from INDEX` begins at an input, such as one that failed; the same seed and number are the same
// input everywhere.

import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Fuzzed, fuzz } from './fuzz.ts'
import { openTargets } from './targets.ts'

interface Order {
  readonly seed: number
  readonly from: number
  readonly runs: number
  /** Where the thread stores the number of its current input. */
  readonly at: SharedArrayBuffer
}

/** An input that takes longer hangs, however busy the machine is. */
const maxStuckMs = 60_000
const maxMemoryMb = 1_024
/** Of a failing input; the whole input can be reproduced. */
const maxShownBytes = 4_096
const progressMs = 10_000

if (isMainThread) await supervise()
else await work(workerData as Order)

async function work({ at, ...order }: Order): Promise<void> {
  const place = new Int32Array(at)
  const targets = await openTargets()
  const fuzzed = await fuzz({
    ...order,
    targets: targets.all,
    onInput: (index) => Atomics.store(place, 0, index),
  })
  await targets.close()
  parentPort?.postMessage(fuzzed)
}

async function supervise(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: 'string' }, seed: { type: 'string' }, from: { type: 'string' } },
  })
  const numbers = {
    runs: values.runs ?? '1000000',
    seed: values.seed ?? `${Date.now() % 1_000_000}`,
    from: values.from ?? '0',
  }
  const [runs, seed, from] = [numbers.runs, numbers.seed, numbers.from].map(Number)
  if (![runs, seed, from].every(Number.isSafeInteger))
    throw new Error('--runs, --seed and --from are whole numbers.')
  const at = new SharedArrayBuffer(4)
  const order: Order = { runs: runs ?? 0, seed: seed ?? 0, from: from ?? 0, at }
  console.log(`${order.runs} inputs, seed ${order.seed}`)
  const begun = performance.now()
  const worker = new Worker(new URL(import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })
  const done = Promise.withResolvers<Fuzzed>()
  worker.once('message', done.resolve)
  worker.once('error', done.reject)
  const place = new Int32Array(at)
  const watching = watch(place, () =>
    done.reject(new Error(`It does not end within ${maxStuckMs / 1_000} s.`)),
  )
  try {
    report(await done.promise, order)
  } catch (error) {
    console.error(`Input ${Atomics.load(place, 0)} of seed ${order.seed}: ${error}`)
    process.exitCode = 1
  } finally {
    for (const timer of watching) clearInterval(timer)
    await worker.terminate()
  }
  console.log(`${Math.round((performance.now() - begun) / 1_000)} s`)
}

function watch(place: Int32Array, stuck: () => void): readonly NodeJS.Timeout[] {
  let last = -1
  const look = () => {
    const now = Atomics.load(place, 0)
    if (now === last) stuck()
    last = now
  }
  return [
    setInterval(look, maxStuckMs),
    setInterval(() => console.log(`at input ${Atomics.load(place, 0)}`), progressMs),
  ]
}

function report({ figures, failure }: Fuzzed, { seed }: Order): void {
  for (const [target, { runs, bytes, slowestMs }] of figures) {
    console.log(`${target.padEnd(8)} ${runs} inputs, ${bytes} bytes, slowest ${Math.round(slowestMs)} ms`)
  }
  if (!failure) return
  const { target, index, message } = failure
  const input = Buffer.from(failure.input)
  console.error(`${target}: ${message}\nAgain: npm run fuzz -- --seed ${seed} --from ${index} --runs 1`)
  console.error(
    `Its smallest input, ${input.length} bytes: ${JSON.stringify(input.toString('latin1', 0, maxShownBytes))}`,
  )
  process.exitCode = 1
}
