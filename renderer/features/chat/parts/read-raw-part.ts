// The JSON of a part as it crossed the wire: the text that stands in the recorded entry, only its white space is ours.

import type { EngineClient } from '#shared/contract/contract.ts'
import { layingOut } from '#shared/json/json-layout.ts'
import { findingPiece } from '#shared/json/json-piece.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { Body, Entry } from '#shared/record/entry.ts'
import type { WayToBytes } from '#shared/story/chat/segment.ts'
import { type PartOrigin, partPointer } from '#shared/story/part-on-wire.ts'
import { takeSteps } from '../../../record/slices.ts'
import { loadBytes } from './load-bytes.ts'

export interface WantedPart extends PartOrigin {
  readonly place: WayToBytes
}

export interface RawPart {
  readonly place: WayToBytes
  /** Absent where it cannot be told which part it is: `json` is all that came then. */
  readonly pointer?: string
  readonly json: string
  /** The wire had protobuf: this is what it says. */
  readonly decoded: boolean
}

/** Of a body that is read with its files to show a part; in a larger one their base64 is a mark with its length. */
const maxWholePartBytes = 4 * 1024 * 1024

export async function readRawPart(
  client: EngineClient,
  { place, ...origin }: WantedPart,
): Promise<RawPart | undefined> {
  const { exchangeId, seq } = place
  const { entries } = await client.record.exchange({ exchangeId, after: seq - 1, limit: 1 })
  const content = entries[0] && contentOf(entries[0])
  const text = content && (await textOf(client, content.body))
  if (text === undefined) return undefined
  const decoded = content?.decoded ?? false
  const document = parsedJson(text)
  const pointer = document === undefined ? undefined : partPointer(document, origin)
  const piece = pointer === undefined ? undefined : await takeSteps(findingPiece(text, pointer))
  if (pointer === undefined || piece === undefined) {
    return { place, json: (await takeSteps(layingOut(text))) ?? text, decoded }
  }
  return { place, pointer, json: (await takeSteps(layingOut(piece))) ?? piece, decoded }
}

interface Content {
  readonly body: Body
  readonly decoded: boolean
}

function contentOf(entry: Entry): Content | undefined {
  switch (entry.kind) {
    case 'request': {
      const body = entry.decoded ?? entry.body
      return body && { body, decoded: entry.decoded !== undefined }
    }
    case 'frame':
      return { body: entry.data ?? entry.raw, decoded: entry.framing === 'grpc' }
    case 'end':
    case 'failure':
    case 'webhook':
      return entry.body && { body: entry.body, decoded: false }
    case 'response':
    case 'redirect':
    case 'note':
      return undefined
  }
}

async function textOf(client: EngineClient, { text, hash, sizeBytes }: Body): Promise<string | undefined> {
  if (text !== undefined || hash === undefined) return text
  if (sizeBytes > maxWholePartBytes) {
    const secret = crypto.randomUUID()
    const shortened = await client.record.shortened({ hash, secret })
    const mark = new RegExp(`${secret}\\.[0-9a-f]+\\.\\d+\\.(\\d+)`, 'g')
    return shortened.text?.replaceAll(mark, (_mark, length) => `… ${length} characters of base64 …`)
  }
  const bytes = await loadBytes(client, { kind: 'body', hash, sizeBytes })
  return bytes && new TextDecoder().decode(bytes)
}
