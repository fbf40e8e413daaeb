// The parts of a message, of what the command line names.

import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { messageOf } from '#engine/thrown.ts'
import type { JsonValue, Part } from '#shared/a2a/model.ts'
import { mediaTypeOfName } from '#shared/media-type-of-name.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'

type SentPart = Exclude<Part, { kind: 'unknown' }>

/** Of a file that is attached to a message; refused. */
const maxSentFileBytes = 64 * 1024 * 1024

export function partsOf({
  operands: [, text],
  flags,
}: Pick<VerbCall, 'operands' | 'flags'>): readonly SentPart[] {
  const list = (name: string) => [flags[name] ?? []].flat().map(String)
  const parts: readonly SentPart[] = [
    ...(text === undefined
      ? []
      : [{ kind: 'text' as const, text: text === '-' ? readFileSync(0, 'utf8') : text }]),
    ...list('file').map(filePart),
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
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new WrongUsage(`${path} doesn't exist.`)
  if (size > maxSentFileBytes)
    throw new WrongUsage(`${path} is larger than ${maxSentFileBytes / 1024 / 1024} MB.`)
  try {
    const base64 = readFileSync(path).toString('base64')
    return { kind: 'file-bytes', base64, filename: basename(path), ...typeOf(path) }
  } catch (error) {
    throw new WrongUsage(`Couldn't read ${path}: ${messageOf(error)}`)
  }
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
