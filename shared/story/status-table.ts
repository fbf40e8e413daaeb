// The statuses of a task, in little: an agent that streams its answer in them tells thousands, each a few words in the same envelope.

import type { Message, TaskStatus } from '../a2a/model.ts'
import { createNumbers } from '../collections/numbers.ts'
import { defined } from '../defined.ts'

/** Everything of a status but its time, the id of its message and the one text of that. */
interface Envelope {
  readonly state: TaskStatus['state']
  readonly role: Message['role']
  readonly taskId: string | undefined
  readonly contextId: string | undefined
}

export function createStatusTable() {
  const rows = createNumbers(2)
  const envelopes: Envelope[] = []
  const timestamps: (string | undefined)[] = []
  const messageIds: string[] = []
  const texts: string[] = []
  const others: TaskStatus[] = []

  const envelopeOf = ({ state }: TaskStatus, { role, taskId, contextId }: Message): number => {
    const known = envelopes.findLastIndex(
      (one) =>
        one.state === state && one.role === role && one.taskId === taskId && one.contextId === contextId,
    )
    return known < 0 ? envelopes.push({ state, role, taskId, contextId }) - 1 : known
  }
  const write = (envelope: number, place: number): number => {
    const row = rows.add()
    rows.set(row, 0, envelope)
    rows.set(row, 1, place)
    return row
  }

  return {
    /** Gives its position. */
    push(status: TaskStatus): number {
      const { message, timestamp } = status
      const text = message && onlyText(status, message)
      if (!message || text === undefined) return write(-1, others.push(status) - 1)
      timestamps.push(timestamp)
      messageIds.push(message.messageId)
      return write(envelopeOf(status, message), texts.push(text) - 1)
    },
    at(position: number): TaskStatus | undefined {
      if (position >= rows.length) return undefined
      const place = rows.get(position, 1)
      const envelope = envelopes[rows.get(position, 0)]
      if (!envelope) return others[place]
      const { state, role, taskId, contextId } = envelope
      const timestamp = timestamps[place]
      const message: Message = {
        messageId: messageIds[place] ?? '',
        role,
        parts: [{ kind: 'text', text: texts[place] ?? '' }],
        ...defined({ contextId, taskId }),
      }
      return { state, ...defined({ timestamp }), message }
    },
  }
}

const ofStatus = new Set(['state', 'timestamp', 'message'])
const ofMessage = new Set(['messageId', 'role', 'parts', 'contextId', 'taskId'])
const ofText = new Set(['kind', 'text'])

function onlyText(status: TaskStatus, message: Message): string | undefined {
  const [part, more] = message.parts
  if (part?.kind !== 'text' || more) return undefined
  const isPlain = hasOnly(status, ofStatus) && hasOnly(message, ofMessage) && hasOnly(part, ofText)
  return isPlain ? part.text : undefined
}

function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false
  return true
}
