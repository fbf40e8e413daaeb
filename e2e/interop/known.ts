// Measured failures of servers, with the reason. No entry excuses a fault of Parley's: each was verified in the server's code
// or log.

import type { Known } from './server-table.ts'

const pushOperations = ['push set', 'push get', 'push list', 'push delete', 'push received']

export const js02: readonly Known[] = [
  {
    operations: ['push list', 'push delete'],
    is: 'not offered',
    why: 'a2a-js 0.2.5 answers -32601: its dispatcher has no such method.',
  },
  {
    operations: ['push received'],
    is: 'not offered',
    why: 'a2a-js 0.2.5 keeps the configuration and never posts.',
  },
]

export const python02: readonly Known[] = [
  {
    operations: ['stream after cancel'],
    is: 'server bug',
    why: 'The cancelled producer never closes its queue: the stream stays open after the task was canceled.',
  },
  {
    operations: ['unknown method'],
    is: 'server bug',
    why: 'An unknown method is answered -32600 instead of -32601.',
  },
]

export const python0210: readonly Known[] = [
  {
    operations: ['push set', 'push get'],
    is: 'server bug',
    why: "The configuration comes back with an id of the server's instead of the id it was given.",
  },
  {
    operations: ['push list', 'push delete'],
    is: 'not offered',
    why: 'a2a-sdk 0.2.10 answers -32004: the request type is unknown to it.',
  },
  { operations: ['push received'], is: 'server bug', why: 'The webhook call comes without the token.' },
]

const noFileName: readonly Known[] = ['HTTP+JSON', 'GRPC'].map((binding) => ({
  way: `0.3 ${binding}`,
  operations: ['file name'],
  is: 'not offered' as const,
  why: 'The protobuf package of 0.3.0 has no name for a file; the SDK leaves it out.',
}))

export const js03: readonly Known[] = [
  {
    way: '0.3 HTTP+JSON',
    operations: ['list'],
    is: 'not offered',
    why: 'GET /v1/tasks is in the prose of 0.3 alone; the SDK has no such route.',
  },
  ...noFileName,
]

export const js1Compat: readonly Known[] = [
  {
    way: '0.3 HTTP+JSON',
    operations: ['list'],
    is: 'not offered',
    why: 'GET /v1/tasks falls to the 1.0 route of a tenant named "v1", which has no tasks.',
  },
  ...noFileName,
]

export const python03: readonly Known[] = [
  {
    operations: ['stream after cancel'],
    is: 'server bug',
    why: 'The cancelled producer never closes its queue: the stream stays open after the task was canceled.',
  },
  {
    way: '0.3 HTTP+JSON',
    operations: ['list', 'push list'],
    is: 'not offered',
    why: 'Not implemented: the server answers HTTP 500.',
  },
  {
    way: '0.3 HTTP+JSON',
    operations: ['push delete'],
    is: 'not offered',
    why: 'There is no route: HTTP 405.',
  },
  {
    way: '0.3 GRPC',
    operations: ['push list', 'push delete'],
    is: 'not offered',
    why: 'The generated stub raises NotImplementedError.',
  },
  {
    way: '0.3 HTTP+JSON',
    operations: ['bad params'],
    is: 'server bug',
    why: 'A body that does not parse is answered HTTP 500.',
  },
  {
    operations: ['subscribe'],
    is: 'server bug',
    why: 'The queue of a second listener may be closed before the last event was taken from it ("Queue is closed" in its log).',
    sometimes: true,
  },
]

export const python103Compat: readonly Known[] = [
  {
    way: '0.3 JSONRPC',
    operations: ['unknown task'],
    is: 'server bug',
    why: 'The compatibility layer answers -32603 "Task not found" instead of -32001.',
  },
]

export const python1Compat: readonly Known[] = [
  {
    way: '0.3 HTTP+JSON',
    operations: ['list', 'push delete'],
    is: 'not offered',
    why: 'The compatibility layer has no such route: HTTP 404.',
  },
]

export const java03: readonly Known[] = [
  {
    way: '0.3 HTTP+JSON',
    operations: ['list'],
    is: 'not offered',
    why: 'GET /v1/tasks is in the prose of 0.3 alone; the SDK has no such route.',
  },
  ...noFileName,
  ...['0.3 HTTP+JSON', '0.3 GRPC'].map((way) => ({
    way,
    operations: ['file type'],
    is: 'server bug' as const,
    why: 'Its conversion to protobuf never writes the media type of a file.',
  })),
]

export const fasta2a0: readonly Known[] = [
  { operations: ['message'], is: 'not offered', why: 'FastA2A always answers with a task.' },
  {
    operations: ['stream', 'subscribe', 'stream after cancel', ...pushOperations],
    is: 'not offered',
    why: 'Not implemented: HTTP 500 with a plain text.',
  },
  {
    operations: ['multi-turn'],
    is: 'not offered',
    why: 'Storage keeps no message with a status, and a message for a task starts another task.',
  },
  {
    operations: ['file name'],
    is: 'server bug',
    why: 'Its schema of a file has no name, so the name is dropped.',
  },
  {
    operations: ['unknown method', 'bad params'],
    is: 'server bug',
    why: 'What does not validate is answered HTTP 500 with a plain text instead of a JSON-RPC error.',
  },
]

export const fasta2a2: readonly Known[] = [
  { operations: ['message'], is: 'not offered', why: 'FastA2A always answers with a task.' },
  {
    operations: ['multi-turn'],
    is: 'not offered',
    why: 'Storage keeps no message with a status, and a message for a task starts another task.',
  },
  { operations: ['list'], is: 'not offered', why: 'It answers -32004.' },
  {
    operations: pushOperations,
    is: 'not offered',
    why: 'The 1.0 method names are unknown to it: HTTP 500 with a plain text.',
  },
  {
    operations: ['unknown method', 'bad params'],
    is: 'server bug',
    why: 'What does not validate is answered HTTP 500 with a plain text instead of a JSON-RPC error.',
  },
]

export const go2: readonly Known[] = [
  {
    operations: ['multi-turn'],
    is: 'server bug',
    why: 'The turn that asked may still be ending when the answer comes: "task execution is already in progress".',
    sometimes: true,
  },
]
