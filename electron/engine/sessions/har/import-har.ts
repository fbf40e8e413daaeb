// A HAR as a session to look at: its A2A traffic goes through the same reading, judging and masking as what Parley itself
// sends, with the times that the file tells.

import { Fault } from '#shared/contract/fault.ts'
import { formatCount } from '#shared/format-count.ts'
import { createSlices } from '../../slices.ts'
import type { SessionRecord } from '../../store/record.ts'
import { a2aCallOf, type FoundCall } from './a2a-call.ts'
import { bodyText, type HarFileEntry, readHar, startOf } from './har-file.ts'
import { createEntryPlayer } from './play-entry.ts'

export interface ImportedHar {
  readonly sessionId: string
  readonly sentence?: string
}

const flushEvery = 100

/** Gone through twice, an entry at a time: first for what is in it, then as it was. */
export async function importHar(
  record: SessionRecord,
  chunks: () => AsyncIterable<Buffer>,
  name: string,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<ImportedHar> {
  const breathe = createSlices()
  let calls = 0
  let first = Number.POSITIVE_INFINITY
  const har = await readHar(chunks(), signal, async (entry) => {
    if (callOf(entry) === undefined) return
    calls += 1
    first = Math.min(first, startOf(entry))
  })
  if (har === undefined) throw new Fault('bad-input', 'This is neither a Parley recording nor a HAR file.')
  if (calls === 0) {
    throw new Fault('bad-input', `None of the ${har.entries} requests in this HAR is a call of A2A.`)
  }
  const facts = { importedAt: Date.now(), note: `From a HAR of ${har.creator || 'unknown origin'}` }
  const { sessionId } = record.createDraft(name, facts, first)
  const step = async () => {
    signal.throwIfAborted()
    await breathe()
  }
  const player = createEntryPlayer({ record, sessionId, first, step })
  let played = 0
  try {
    await readHar(chunks(), signal, async (entry) => {
      const found = callOf(entry)
      if (found === undefined) return
      await player.play(entry, found)
      played += 1
      if (played % flushEvery !== 0) return
      record.flush()
      onProgress(played / calls)
    })
    record.keepDraft(sessionId)
  } catch (error) {
    // What fails is tried again, at the latest after the next start.
    record.deleteSession(sessionId).catch(() => undefined)
    throw error
  }
  const sentence = leftOut(har.entries - calls, player.lostFrames)
  return { sessionId, ...(sentence !== '' && { sentence }) }
}

function leftOut(others: number, lostFrames: number): string {
  return [
    ...(others > 0 ? [`${formatCount(others)} other requests of the file were left out.`] : []),
    ...(lostFrames === 1 ? ['1 stream event could not be read and was left out.'] : []),
    ...(lostFrames > 1
      ? [`${formatCount(lostFrames)} stream events could not be read and were left out.`]
      : []),
  ].join(' ')
}

function callOf({ request }: HarFileEntry): FoundCall | undefined {
  const { method, url, postData, headers } = request
  const version = headers.find((each) => /^a2a-version$/i.test(each.name))?.value
  return a2aCallOf({ method, url, body: bodyText(postData), version })
}
