import { createHash } from 'node:crypto'
import type { Part } from '@a2a-js/sdk'
import { dataPart, textPart } from '../parts.ts'
import type { Scene } from '../scene.ts'

/** Also what answers a message with files or data that no other scene asked for. */
export const partsReceived: Scene = {
  id: 'parts-received',
  name: 'Look at what I sent',
  description: 'Lists the parts of your message as they arrived: kind, name, media type, size and SHA-256.',
  tags: ['files', 'data'],
  prompts: ['What is in my message?'],
  matches: /\bwhat is in my message\b/i,
  inputModes: ['*/*'],
  outputModes: ['text/plain', 'application/json'],
  async run(stage) {
    const received = stage.message.parts.map(describePart)
    stage.reply([
      textPart(`Your message had ${received.length} part${received.length === 1 ? '' : 's'}.`),
      dataPart({ parts: received }),
    ])
  },
}

function describePart(part: Part): Record<string, unknown> {
  const name = part.filename === '' ? {} : { filename: part.filename }
  const mediaType = part.mediaType === '' ? {} : { mediaType: part.mediaType }
  const content = part.content
  switch (content?.$case) {
    case 'text':
      return { kind: 'text', ...name, ...mediaType, ...digest(Buffer.from(content.value)) }
    case 'raw':
      return { kind: 'raw', ...name, ...mediaType, ...digest(content.value) }
    case 'url':
      return { kind: 'url', ...name, ...mediaType, url: content.value }
    case 'data':
      return { kind: 'data', ...name, ...mediaType, value: content.value }
    case undefined:
      return { kind: 'empty', ...name, ...mediaType }
  }
}

function digest(bytes: Uint8Array): { sizeBytes: number; sha256: string } {
  return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
