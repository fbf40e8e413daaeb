import type { Body, Entry } from './entry.ts'

/** The content of an entry in the form that findings point into: a gRPC message as its ProtoJSON. */
export function entryBody(entry: Entry): Body | undefined {
  switch (entry.kind) {
    case 'frame':
      return entry.data ?? entry.raw
    case 'request':
      return entry.decoded ?? entry.body
    case 'webhook':
      return entry.body
    case 'end':
    case 'failure':
      return entry.body ?? entry.leftover
    case 'response':
    case 'redirect':
    case 'note':
      return undefined
  }
}

// Base64 that was left in the record: its mark, and its position. The mark contains a secret of the requesting window, so that
// an agent cannot forge one.

export interface FarBytes {
  readonly hash: string
  /** Of the base64 text in the body, in bytes. */
  readonly offset: number
  readonly length: number
}

export function farMark(secret: string, { hash, offset, length }: FarBytes): string {
  return `${secret}.${hash}.${offset}.${length}`
}

export function readFarMark(secret: string, text: string): FarBytes | undefined {
  if (text.length > 200 || !text.startsWith(`${secret}.`)) return undefined
  const [hash = '', offset, length] = text.slice(secret.length + 1).split('.')
  return { hash, offset: Number(offset), length: Number(length) }
}

/** The place of an entry in its exchange, in words: events are counted from 1. */
export function entryPlace(entry: Entry): string {
  switch (entry.kind) {
    case 'frame':
      return `event ${entry.index + 1}`
    case 'request':
      return 'request'
    case 'response':
      return 'response head'
    case 'end':
    case 'failure':
      return entry.kind === 'end' && entry.body ? 'response body' : 'end'
    case 'webhook':
      return 'webhook call'
    case 'redirect':
    case 'note':
      return entry.kind
  }
}
