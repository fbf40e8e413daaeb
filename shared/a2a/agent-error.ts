// Errors as agents word them, from whatever carried them: JSON of any shape, a body that is no JSON, a gRPC status.
// `Dialect.decodeReply` does the first by itself.

export { readError, readGrpcStatus } from './read/error.ts'
export { readTextError } from './read/text-error.ts'
