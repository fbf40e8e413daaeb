// Runs inputs through readers. Each input depends only on the seed and its number, so that any can be reproduced.

import { onInternalError } from '#engine/platform/guarded.ts'
import { type Corpora, makeCorpora } from './corpus.ts'
import { minimise } from './minimise.ts'
import { mutateBytes, mutateJson } from './mutate.ts'
import { createRandom, type Random } from './random.ts'
import type { Target } from './targets.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly from: number
  readonly runs: number
  readonly targets: Readonly<Record<string, Target>>
  /** Called before each input. */
  onInput?(index: number, target: string): void
}

interface Figures {
  runs: number
  bytes: number
  slowestMs: number
}

interface Failure {
  readonly target: string
  readonly index: number
  readonly message: string
  /** The smallest input found that fails in the same way. */
  readonly input: Buffer
}

export interface Fuzzed {
  readonly figures: ReadonlyMap<string, Figures>
  readonly failure?: Failure
}

/** Processor time of this thread, independent of other load. */
const maxInputMs = 1_000

export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const { seed, from, runs, targets } = options
  const corpora = makeCorpora(seed)
  const figures = new Map(Object.keys(targets).map((name) => [name, { runs: 0, bytes: 0, slowestMs: 0 }]))
  for (let index = from; index < from + runs; index++) {
    const random = createRandom(seed, index)
    const { name, target } = chooseTarget(random, targets)
    const input = makeInput(random, corpora, target)
    const chance = random.below(2 ** 31)
    options.onInput?.(index, name)
    const { message, ms } = await attempt(target, input, chance)
    const own = figures.get(name)
    if (own) {
      own.runs += 1
      own.bytes += input.length
      own.slowestMs = Math.max(own.slowestMs, ms)
    }
    if (message === undefined) continue
    const fails = async (smaller: Buffer) => (await attempt(target, smaller, chance)).message === message
    return { figures, failure: { target: name, index, message, input: await minimise(input, fails) } }
  }
  return { figures }
}

function chooseTarget(random: Random, targets: FuzzOptions['targets']) {
  const all = Object.entries(targets)
  let left = random.below(all.reduce((sum, [, { share }]) => sum + share, 0))
  for (const [name, target] of all) {
    if (left < target.share) return { name, target }
    left -= target.share
  }
  throw new Error('No target has a share.')
}

function makeInput(random: Random, corpora: Corpora, { corpus }: Target): Buffer {
  const originals = corpora[corpus]
  const original = random.oneOf(originals)
  const way = random.below(20)
  if (way === 0) return original
  const text = way < 12 && corpus !== 'grpc' ? mutateJson(random, original.toString()) : undefined
  return text === undefined ? mutateBytes(random, original, originals) : Buffer.from(text)
}

interface Attempt {
  readonly message?: string
  readonly ms: number
}

async function attempt(target: Target, input: Buffer, chance: number): Promise<Attempt> {
  const internal: unknown[] = []
  const stopListening = onInternalError(({ error }) => internal.push(error))
  const begun = process.threadCpuUsage()
  let thrown: { readonly error: unknown } | undefined
  try {
    await target.run(Buffer.from(input), chance)
  } catch (error) {
    thrown = { error }
  } finally {
    stopListening()
  }
  const { user, system } = process.threadCpuUsage(begun)
  const ms = (user + system) / 1_000
  const [broken] = thrown ? [thrown.error] : internal
  if (broken !== undefined) return { ms, message: messageOf(broken) }
  return ms > maxInputMs ? { ms, message: 'It takes longer than a second.' } : { ms }
}

/** Replaces numbers, which change as the input shrinks. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.replaceAll(/\d+/g, 'N')
}
