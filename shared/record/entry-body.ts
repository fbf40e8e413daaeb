import type { Body, Entry } from './entry.ts'

/** The content of an entry, in the form that findings point into: a gRPC message as its ProtoJSON. */
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
