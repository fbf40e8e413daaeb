// An exchange as text, entry by entry as it was recorded; large bodies as files beside it.

import type { Body, Entry, RawHeaders } from '#shared/record/entry.ts'
import { programName } from '#shared/record/program-name.ts'
import { bodiesIn, bytesOf, entriesOf } from './said.ts'
import type { Desk } from './tool.ts'

/** Bodies of one exchange that are written to files; get_exchange says how many there are. */
const maxBodyFiles = 100

export async function wireText(
  { client, files, mask }: Desk,
  exchangeId: string,
  sessionId: string | undefined,
): Promise<{ readonly text: string; readonly says: readonly string[] }> {
  const { entries, isWhole } = await entriesOf(client, exchangeId, sessionId)
  const hashes = new Set(entries.flatMap(bodiesIn).flatMap(({ hash }) => hash ?? []))
  const written = [...hashes].slice(0, maxBodyFiles)
  for (const hash of written) await files.keep(fileOf(hash), masked(await bytesOf(client, hash), mask))
  const lines = entries.flatMap((entry) => entryLines(entry))
  return {
    text: [...lines, ...(isWhole ? [] : [`… the first ${entries.length} entries`])].join('\n'),
    says:
      hashes.size === 0
        ? []
        : [`${written.length} of ${hashes.size} large bodies are files in ${files.folder}, named below.`],
  }
}

const fileOf = (hash: string) => `${hash}.body`

/** A body of text has what became a secret since taken out; other bytes stay as they are. */
function masked(bytes: Uint8Array, mask: Desk['mask']): string | Uint8Array {
  try {
    return mask(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return bytes
  }
}

function entryLines(entry: Entry): readonly string[] {
  switch (entry.kind) {
    case 'request':
      return [
        `> ${entry.method} ${entry.url}`,
        ...(entry.call.via ? [`called through a tap by ${programName(entry.call.via)}`] : []),
        ...headerLines('>', entry.headers),
        ...bodyLines(entry.decoded ?? entry.body),
      ]
    case 'response':
      return [`< ${entry.status} ${entry.statusText}`, ...headerLines('<', entry.headers)]
    case 'redirect':
      return [`< ${entry.status} redirect from ${entry.from} to ${entry.to}`]
    case 'frame':
      return [`frame ${entry.index}:`, ...bodyLines(entry.data ?? entry.raw)]
    case 'end':
      return [...bodyLines(entry.body), `end: ${entry.reason}, ${entry.receivedBytes} bytes`]
    case 'failure':
      return [...bodyLines(entry.body), `failure: ${entry.failure}: ${entry.message}`]
    case 'webhook':
      return [
        `< ${entry.method} ${entry.path} from ${entry.remoteAddress}`,
        ...headerLines('<', entry.headers),
        ...bodyLines(entry.body),
        entry.via ? `passed on by a tap to ${entry.via.to}` : `> ${entry.answeredStatus}`,
      ]
    case 'note':
      return [`note: ${entry.text}`]
  }
}

function headerLines(mark: string, headers: RawHeaders): readonly string[] {
  return headers.map(([name, value]) => `${mark} ${name}: ${value}`)
}

function bodyLines(body: Body | undefined): readonly string[] {
  if (!body || body.sizeBytes === 0) return []
  if (body.text !== undefined) return ['', body.text]
  if (body.hash !== undefined) return [`[${body.sizeBytes} bytes in the file ${fileOf(body.hash)}]`]
  return [`[${body.sizeBytes} bytes that aren’t text]`]
}
