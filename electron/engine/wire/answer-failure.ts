// Why the body of an answer could not be taken to its end, in words a user can act on.

import type { WireFailure } from './failure.ts'

export function tooLarge(maxBytes: number): WireFailure {
  return {
    failure: 'too-large',
    message: `The body is larger than ${megabytes(maxBytes)} MB, the bound of this connection. What arrived up to there is kept; raise the bound to see more.`,
  }
}

export function frameTooLarge(maxBytes: number): WireFailure {
  return {
    failure: 'too-large',
    message: `One frame of the stream is larger than ${megabytes(maxBytes)} MB, the bound of this connection. Its beginning is kept; raise the bound to see more.`,
  }
}

export function undecodable(encoding: string | undefined, error: Error): WireFailure {
  return {
    failure: 'bad-encoding',
    message: `The body does not unpack as the ${encoding ?? 'content'} it claims to be (${error.message}). Check the agent's Content-Encoding.`,
  }
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10
}
