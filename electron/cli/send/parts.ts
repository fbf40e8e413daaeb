// The parts of a message, of what the command line names.

import { basename } from 'node:path'
import { messageOf } from '#engine/thrown.ts'
import type { JsonValue, Part } from '#shared/a2a/model.ts'
import { mediaTypeOfName } from '#shared/media-type-of-name.ts'
import { readInputFile, readStandardInput } from '../read-input.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'

type SentPart = Exclude<Part, { kind: 'unknown' }>

/** Of a file that is attached to a message, or of standard input as its text; refused. */
const maxSentFileBytes = 64_000_000

export async function partsOf({
  operands: [, text],
  flags,
  caller,
}: Pick<VerbCall, 'operands' | 'flags' | 'caller'>): Promise<readonly SentPart[]> {
  const list = (name: string) => [flags[name] ?? []].flat().map(String)
  const parts: readonly SentPart[] = [
    ...(text === undefined
      ? []
      : [
          {
            kind: 'text' as const,
            text: text === '-' ? await readStandardInput(caller, maxSentFileBytes) : text,
          },
        ]),
    ...list('file').map((path) => filePart(caller.path(path))),
    ...list('data').map((json) => ({ kind: 'data' as const, data: readData(json) })),
    ...list('url').map((url) => {
      if (URL.canParse(url)) return { kind: 'file-url' as const, url, ...typeOf(new URL(url).pathname) }
      throw new WrongUsage(`--url expects an address such as https://files.example/a.pdf, not "${url}".`)
    }),
  ]
  if (parts.length > 0) return parts
  throw new WrongUsage('Nothing to send: give TEXT, --file, --data or --url.')
}

function filePart(path: string): SentPart {
  const base64 = readInputFile(path, maxSentFileBytes).toString('base64')
  return { kind: 'file-bytes', base64, filename: basename(path), ...typeOf(path) }
}

function typeOf(path: string): { readonly mediaType?: string } {
  const mediaType = mediaTypeOfName(path)
  return mediaType === undefined ? {} : { mediaType }
}

function readData(json: string): JsonValue {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new WrongUsage(`--data expects JSON: ${messageOf(error)}`)
  }
}
