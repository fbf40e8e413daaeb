// The four kinds of Part (1.0 §4.1.6) in the SDK's own types, which want every field spelled out.

import type { Part } from '@a2a-js/sdk'

export interface FileName {
  readonly filename: string
  readonly mediaType: string
}

export function textPart(value: string, mediaType = 'text/plain'): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType }
}

export function dataPart(value: unknown, mediaType = 'application/json'): Part {
  return { content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType }
}

export function rawPart(value: Uint8Array, file: FileName): Part {
  return { content: { $case: 'raw', value: Buffer.from(value) }, metadata: undefined, ...file }
}

export function urlPart(value: string, file: FileName): Part {
  return { content: { $case: 'url', value }, metadata: undefined, ...file }
}

export function textOfParts(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.content?.$case === 'text' ? [part.content.value] : []))
    .join('\n')
    .trim()
}
