import type { Entry } from './entry.ts'

/** Where in its exchange an entry is, in words: events are counted from 1. */
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
