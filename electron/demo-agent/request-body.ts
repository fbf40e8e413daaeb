// Reads JSON bodies before the SDK does: its limit is 100 kB, too little for a file part, and express answers a larger body
// with an HTML page. The SDK finds the body already read and goes on.

import express, { type ErrorRequestHandler, type RequestHandler } from 'express'

const MAX_BODY = '16mb'

export function readBody(binding: 'JSONRPC' | 'HTTP+JSON'): (RequestHandler | ErrorRequestHandler)[] {
  const parse = express.json({
    limit: MAX_BODY,
    strict: false,
    type: binding === 'JSONRPC' ? 'application/json' : ['application/json', 'application/a2a+json'],
  })
  const refuse: ErrorRequestHandler = (error: { status?: number }, request, response, _next) => {
    const tooLarge = error.status === 413
    const message = tooLarge ? `A request may have at most ${MAX_BODY}.` : 'Invalid JSON payload.'
    if (binding === 'JSONRPC') {
      // JSON-RPC errors travel in a 200, except where HTTP itself is what failed.
      response
        .status(tooLarge ? 413 : 200)
        .json({ jsonrpc: '2.0', id: null, error: { code: tooLarge ? -32600 : -32700, message } })
      return
    }
    const code = tooLarge ? 413 : 400
    if (request.path.startsWith('/v1/')) {
      response.status(code).json({ code: tooLarge ? -32600 : -32700, message })
      return
    }
    response.status(code).json({ error: { code, status: 'INVALID_ARGUMENT', message } })
  }
  return [parse, refuse]
}
