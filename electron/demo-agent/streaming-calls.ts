// Lets a scene know whether its caller reads a stream. The SDK calls the executor the same way for both, and copies the
// whole task at every event of a call that waits for one answer, which thousands of small events would make quadratic.

import { DefaultRequestHandler, type ServerCallContext } from '@a2a-js/sdk/server'

const STREAMING = 'parley.streaming'

export class StreamAwareRequestHandler extends DefaultRequestHandler {
  override sendMessageStream(
    ...[params, context]: Parameters<DefaultRequestHandler['sendMessageStream']>
  ): ReturnType<DefaultRequestHandler['sendMessageStream']> {
    context.state.set(STREAMING, true)
    return super.sendMessageStream(params, context)
  }
}

export function isStreaming(context: ServerCallContext): boolean {
  return context.state.get(STREAMING) === true
}
