// A file of a session, brought into the engine that runs.

import type { Engine } from '#engine/engine.ts'
import { Failure } from '../failure.ts'
import type { EngineRun } from '../with-engine.ts'

interface Imported {
  readonly sessionId: string
  readonly name: string
  /** What was left out of a damaged file. */
  readonly sentence?: string | undefined
}

/** Nothing of a damaged file is kept unless that is asked for. */
export async function importFile(
  {
    engine,
    signal,
    output,
  }: Pick<EngineRun, 'signal' | 'output'> & { readonly engine: Pick<Engine, 'sessions'> },
  path: string,
  damaged: 'refuse' | 'take-whole-part' = 'refuse',
): Promise<Imported> {
  const { files } = engine.sessions
  const uploadId = files.offer(path)
  for await (const step of files.importing({ uploadId, damaged }, signal)) {
    switch (step.kind) {
      case 'progress':
        output.progress(`Reading ${path}: ${Math.floor((100 * step.done) / Math.max(1, step.total))} %`)
        break
      case 'damaged':
        throw new Failure('failed', step.sentence, 'Import it with --take-whole-part to keep what is whole.')
      case 'done':
        output.clearProgress()
        return step
    }
  }
  throw new Failure('failed', `${path} wasn't read to its end.`)
}
