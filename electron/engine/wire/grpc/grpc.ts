// All that gRPC calls share, made when the first one needs it: definitions take a moment to build.

import { type Channels, createChannels } from './channels.ts'
import { createGrpcMessages, type GrpcMessages } from './messages.ts'
import { createStatusDetails } from './status-details.ts'

export interface Grpc {
  readonly channels: Channels
  messages(): GrpcMessages
  details(): ReturnType<typeof createStatusDetails>
  close(): void
}

export function createGrpc(): Grpc {
  const channels = createChannels()
  let messages: GrpcMessages | undefined
  let details: ReturnType<typeof createStatusDetails> | undefined
  return {
    channels,
    messages() {
      messages ??= createGrpcMessages()
      return messages
    },
    details() {
      details ??= createStatusDetails()
      return details
    },
    close: channels.close,
  }
}
