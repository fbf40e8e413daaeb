// The SDK's request handler, plus what must be known before a scene starts.
//
// Whether the message has parts at all: 1.0 §4.1.4 wants one at least, and the SDK takes none.
//
// Whether the caller reads a stream: the SDK calls the executor the same way for both, and copies the whole task at every
// event of a call that waits for one answer, which thousands of small events would make quadratic.
//
// Which extensions are active: a stream's headers go out before its first event, so an activation by the executor would
// come too late to be told in `A2A-Extensions` (1.0 §3.2.6).

import type { Message } from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import { DefaultRequestHandler, type ServerCallContext } from '@a2a-js/sdk/server'
import { sceneFor } from './scene-table.ts'

const STREAMING = 'parley.streaming'

type SendMessage = DefaultRequestHandler['sendMessage']
type SendMessageStream = DefaultRequestHandler['sendMessageStream']

export class SceneRequestHandler extends DefaultRequestHandler {
  override sendMessage(...[params, context]: Parameters<SendMessage>): ReturnType<SendMessage> {
    requireParts(params.message)
    activateExtension(params.message, context)
    return super.sendMessage(params, context)
  }

  override sendMessageStream(
    ...[params, context]: Parameters<SendMessageStream>
  ): ReturnType<SendMessageStream> {
    requireParts(params.message)
    context.state.set(STREAMING, true)
    activateExtension(params.message, context)
    return super.sendMessageStream(params, context)
  }
}

export function isStreamingCall(context: ServerCallContext): boolean {
  return context.state.get(STREAMING) === true
}

function requireParts(message: Message | undefined): void {
  if (message?.parts.length === 0) throw new RequestMalformedError('The message has no parts.')
}

function activateExtension(message: Message | undefined, context: ServerCallContext): void {
  const extension = message && sceneFor(message).extension
  if (extension && context.requestedExtensions?.includes(extension)) context.addActivatedExtension(extension)
}
