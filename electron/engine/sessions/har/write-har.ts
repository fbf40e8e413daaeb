// Writes exchanges as a HAR 1.2 file, one at a time in memory, and of an endless stream the first frames only.

import { defined } from '#shared/defined.ts'
import { type HarEntry, harEntryOf, harHead, harPartsOf, harTail } from '#shared/export/har.ts'
import { mapStrings } from '#shared/json/map-strings.ts'
import { allEntries } from '#shared/record/all-entries.ts'
import type { Body, EndEntry, Entry, ResponseEntry, WebhookEntry } from '#shared/record/entry.ts'
import { webhookRequest } from '#shared/record/webhook-request.ts'
import { sentBody } from '../../console/sent-request.ts'
import { writePrivately } from '../../data-folder/private-files.ts'
import { createSlices } from '../../platform/async.ts'
import type { SessionRecord } from '../../store/record.ts'
import { wholeBody } from '../../store/whole-body.ts'
import { exchangeIdsOf } from '../file/select-exchanges.ts'
import type { WriteSession } from '../file/write-session.ts'

/** Frames of one exchange written into a HAR file, which reports how many there were. */
const maxHarFrames = 50_000

export async function writeHar({ path, signal, ...rest }: WriteSession & { version: string }): Promise<void> {
  await writePrivately(path, piecesOf(rest), signal)
}

type Source = Omit<WriteSession, 'path' | 'signal'> & { readonly version: string }

async function* piecesOf({ record, session, selection, mask, onProgress, version }: Source) {
  yield harHead(version)
  let isFirst = true
  let done = 0
  const breathe = createSlices()
  for await (const id of exchangeIdsOf(record, session.id, selection)) {
    await breathe()
    const { entries, total } = await entriesOf(record, id)
    done += total
    onProgress(done)
    const har = harOf(record, entries, total)
    if (har === undefined) continue
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(mapStrings(har, mask.text))}`
    isFirst = false
  }
  yield `\n${harTail}\n`
}

async function entriesOf(record: SessionRecord, exchangeId: string) {
  const entries: Entry[] = []
  const breathe = createSlices()
  let frames = 0
  let total = 0
  for await (const entry of allEntries((page) => record.read({ ...page, filter: { exchangeId } }))) {
    total += 1
    if (entry.kind !== 'frame' || frames++ < maxHarFrames) entries.push(entry)
    await breathe()
  }
  return { entries, total }
}

function harOf(record: SessionRecord, entries: readonly Entry[], last: number): HarEntry | undefined {
  const webhook = entries.find((entry) => entry.kind === 'webhook')
  const parts = webhook ? asCall(webhook, entries) : harPartsOf(entries)
  const { request } = parts
  if (request === undefined) return undefined
  const cut = last > entries.length ? `The first ${maxHarFrames} frames of ${last}.` : undefined
  return harEntryOf({
    ...parts,
    request,
    bodyOf: (body: Body) => sentBody(wholeBody(record, body)),
    ...defined({ comment: cut }),
  })
}

/** An agent's webhook call as a request and its response. */
function asCall(webhook: WebhookEntry, entries: readonly Entry[]) {
  if (webhook.via) return { ...harPartsOf(entries), request: webhookRequest(webhook) }
  const { seq, sessionId, exchangeId, at, monoMs, answeredStatus, answer = { kind: 'sent' } } = webhook
  const place = { seq, sessionId, exchangeId, at, monoMs }
  const response: ResponseEntry = {
    ...place,
    kind: 'response',
    status: answeredStatus,
    statusText: '',
    headers: answer.headers ?? [],
    timings: { firstByteMs: answer.delayMs ?? 0 },
  }
  const close: EndEntry | undefined =
    answer.body === undefined
      ? undefined
      : {
          ...place,
          monoMs: monoMs + (answer.delayMs ?? 0),
          kind: 'end',
          reason: 'complete',
          receivedBytes: Buffer.byteLength(answer.body),
          body: { sizeBytes: Buffer.byteLength(answer.body), text: answer.body },
        }
  return { request: webhookRequest(webhook), response, close, frames: [] }
}
