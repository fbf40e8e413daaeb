// The agent's card in a response over gRPC: held until it is complete, and served with its addresses at the tap.
// Unknown fields are preserved; an unreadable message is passed on unchanged.

import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { GrpcMethod } from '../../../wire/grpc/messages.ts'
import { isGrpc } from '../../grpc/grpc-call.ts'
import { createMessageFramer, framedMessage } from '../../grpc/message-framer.ts'
import { cardUnread, type PassedCard } from '../messages.ts'
import { type CardMove, maxTappedCardBytes, moveCard } from '../take-card.ts'

export interface CardMessage {
  /** Returns the bytes to pass on now: none while the card is held. */
  take(bytes: Buffer): Buffer
  /** The response is complete: returns what to send in its place. */
  served(): Served
}

interface Served {
  readonly bytes: Buffer
  readonly card?: PassedCard
}

/** The extended card in 1.0 and 0.3. */
export function isCardPath(path: string): boolean {
  return path === '/lf.a2a.v1.A2AService/GetExtendedAgentCard' || path === '/a2a.v1.A2AService/GetAgentCard'
}

/** Undefined for a response without a card. */
export function takeCardMessage(
  head: RawHeaders,
  { output }: Pick<GrpcMethod, 'output'>,
  move: CardMove,
): CardMessage | undefined {
  if (!isGrpc(head)) return undefined
  const parts: Buffer[] = []
  let heldBytes = 0
  let isTooLarge = false
  const moved = (received: Buffer, bytes: Buffer): Served => {
    const message = fromBinary(output, bytes)
    // A decoded message is a fresh object with the members of JSON.
    const members = message as unknown as Record<string, JsonValue | undefined>
    const card = moveCard(members, move)
    if (!card?.isMoved) return { bytes: received, ...defined({ card }) }
    if (card.isSigned) members['signatures'] = []
    return { bytes: framedMessage(toBinary(output, message)), card }
  }
  return {
    take(bytes) {
      if (isTooLarge) return bytes
      parts.push(bytes)
      heldBytes += bytes.byteLength
      if (heldBytes <= maxTappedCardBytes) return nothing
      isTooLarge = true
      return Buffer.concat(parts.splice(0))
    },
    served() {
      if (isTooLarge) return { bytes: nothing, card: cardUnread }
      const bytes = Buffer.concat(parts)
      const framer = createMessageFramer(headerOf(head, 'grpc-encoding'), maxTappedCardBytes)
      const [message, second] = framer.push(bytes)
      if (bytes.byteLength === 0) return { bytes }
      const isOne = message && !second && framer.leftover().byteLength === 0 && message.problem === undefined
      try {
        if (isOne) return moved(bytes, message.bytes)
      } catch {
        // Reported as unread below.
      }
      return { bytes, card: cardUnread }
    },
  }
}

const nothing = Buffer.alloc(0)
