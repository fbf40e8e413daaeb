import type { Part } from '#shared/a2a/model.ts'
import type { TaskFact } from '#shared/record/task-view.ts'
import { StateMark } from '../../ui/state-mark.tsx'

/** What happened, in one line. */
export function EventText({ fact }: { readonly fact: TaskFact }) {
  switch (fact.kind) {
    case 'status':
      return (
        <span className="event-text">
          <StateMark state={fact.status.state} />
          {fact.status.message && (
            <span className="muted truncate">{preview(fact.status.message.parts)}</span>
          )}
        </span>
      )
    case 'artifact':
      return (
        <span className="event-text">
          <span className="event-name truncate">{fact.name ?? fact.artifactId}</span>
          <span className="event-preview muted truncate">{preview(fact.parts)}</span>
          <span className="event-piece faint">{pieceOf(fact.append, fact.lastChunk)}</span>
        </span>
      )
    case 'message':
      return (
        <span className="event-text">
          <span className="event-name">{fact.origin === 'sent' ? 'you' : 'message'}</span>
          <span className="muted truncate">{preview(fact.message.parts)}</span>
        </span>
      )
  }
}

function pieceOf(append: boolean, lastChunk: boolean): string {
  return [append ? 'appended' : 'whole', lastChunk && 'last'].filter(Boolean).join(', ')
}

const previewLength = 160

function preview(parts: readonly Part[]): string {
  const [first] = parts
  if (!first) return 'no parts'
  switch (first.kind) {
    case 'text':
      return first.text.slice(0, previewLength)
    case 'data':
      return JSON.stringify(first.data).slice(0, previewLength)
    case 'file-bytes':
    case 'file-url':
      return first.filename ?? first.mediaType ?? 'file'
    case 'unknown':
      return 'unknown part'
  }
}
