// Measured failures of servers in Parley's checks, with their actual behavior. Each was verified in the exchanges, and where
// these left doubts in the server's code or log: by the specification it is the server's fault, or its choice. No entry excuses
// a fault of Parley's.

/** Where a server deviates, or does less than it may. */
export interface KnownFailure {
  readonly tests: readonly string[]
  /** Part of the interface's name; absent for all. */
  readonly way?: string
  readonly why: string
  /** Depends on timing: not in every run. */
  readonly sometimes?: true
}

const optional: readonly KnownFailure[] = [
  { tests: ['PARLEY-PUSH-RETRY'], why: 'It tries a webhook once. Trying again is left to the server.' },
  {
    tests: ['PARLEY-SEND-AGAIN'],
    why: 'It begins another task for a message that it had. Recognizing a message by its id is left to the server.',
  },
]
const noLastModified: KnownFailure = {
  tests: ['CARD-CACHE-003'],
  why: 'The card comes without Last-Modified, which is left to the server.',
}
const noMaxAge: KnownFailure = {
  tests: ['CARD-CACHE-001', 'PARLEY-CARD-MAX-AGE'],
  why: 'The card comes without Cache-Control.',
}
const newContext: KnownFailure = {
  tests: ['PARLEY-DATA-IDS'],
  why: 'A message that names its task alone is kept in the history with a context made up for it, not with that of its task.',
}

const js1: readonly KnownFailure[] = [
  ...optional,
  noLastModified,
  {
    tests: ['CORE-ERR-002', 'DM-MSG-001'],
    why: 'It takes a message without parts, hands it to the executor, and returns it in the history of a task.',
  },
  {
    tests: ['VER-CLIENT-002'],
    why: 'It compares the whole of A2A-Version: 1.0.1 is answered with VersionNotSupportedError, though a patch number must not count.',
  },
  ...['JSONRPC', 'GRPC'].map((way) => ({
    way,
    tests: ['PARLEY-HIST-NEGATIVE'],
    why: 'A negative historyLength is refused over HTTP+JSON alone.',
  })),
]

const js03: readonly KnownFailure[] = [
  ...optional,
  {
    way: 'HTTP+JSON',
    tests: ['STREAM-SUB-004'],
    why: 'Subscribing to an unknown task is answered HTTP 500, “Bug: toJson serializer and body must be provided for non-204 responses.”',
  },
]

const python1: readonly KnownFailure[] = [
  ...optional,
  noLastModified,
  noMaxAge,
  newContext,
  {
    way: 'GRPC',
    tests: ['GRPC-META-001', 'VER-SERVER-002', 'VER-SERVER-003'],
    why: 'Its gRPC handler never looks at a2a-version, so that 99.0 and no version at all are answered as 1.0. Its other bindings refuse them.',
  },
]

const python03: readonly KnownFailure[] = [
  ...optional,
  newContext,
  {
    tests: ['BIND-EQUIV-001', 'BIND-EQUIV-002'],
    why: 'A status has its timestamp over JSON-RPC alone: the conversion to protobuf leaves it out.',
  },
  {
    tests: ['PARLEY-STREAM-CANCEL'],
    why: 'A second stream of a task that is canceled ends without an event.',
  },
  ...['JSONRPC', 'HTTP+JSON'].map((way) => ({
    way,
    tests: ['PARLEY-STREAM-FRAMES'],
    why: 'A second stream of a task that is canceled ends without an event.',
  })),
  {
    way: 'HTTP+JSON',
    tests: ['STREAM-SUB-004', 'PARLEY-STREAM-SETTLED'],
    why: 'It answers 200 and text/event-stream before it looks for the task, and breaks the connection when there is none.',
  },
  {
    way: 'HTTP+JSON',
    tests: ['PUSH-LIST-001', 'PUSH-DEL-001'],
    why: 'Listing webhooks is answered HTTP 500, deleting one HTTP 405: neither is implemented.',
  },
  {
    way: 'GRPC',
    tests: ['PUSH-LIST-001', 'PUSH-DEL-001'],
    why: 'The generated stub raises NotImplementedError.',
  },
  {
    tests: ['PARLEY-STREAM-END', 'PARLEY-STREAM-RECONNECT', 'STREAM-SUB-001', 'STREAM-SUB-002'],
    why: 'The queue of a second listener may be closed before the last event was taken from it (“Queue is closed” in its log).',
    sometimes: true,
  },
  {
    tests: ['AUTH-INTASK-006', 'PARLEY-DATA-EMPTY'],
    why: 'Where the turn that asked for authorization is still ending, the queue it shares with the next is closed twice: NoTaskQueue in its log, and HTTP 500 or -32603 with an empty message.',
    sometimes: true,
  },
]

const go2: readonly KnownFailure[] = [
  ...optional,
  noLastModified,
  noMaxAge,
  { tests: ['CARD-CACHE-002', 'PARLEY-CARD-REVALIDATE'], why: 'The card comes without ETag.' },
  {
    tests: ['CORE-CAP-003'],
    why: 'Without an extended card on the card it answers ExtendedAgentCardNotConfiguredError instead of UnsupportedOperationError; over JSON-RPC it wants params, which the operation doesn’t need, and answers with a parse error.',
  },
  {
    way: 'HTTP+JSON',
    tests: ['CORE-ERR-002', 'CORE-MULTI-006'],
    why: 'A message without parts, or with a task of another context, is refused with HTTP 500 and InternalError, though it says “invalid params”.',
  },
  {
    tests: ['CORE-SEND-002'],
    why: 'A message to a finished task is refused with InvalidParamsError, over HTTP+JSON with HTTP 500 and InternalError, instead of UnsupportedOperationError.',
  },
  ...['JSONRPC', 'HTTP+JSON'].map((way) => ({
    way,
    tests: ['DM-SERIAL-004', 'PARLEY-LIST-STATUS'],
    why: 'A list without tasks is `"tasks": null` instead of `[]`.',
  })),
  {
    tests: ['VER-SERVER-002', 'VER-SERVER-003', 'JSONRPC-SVC-002', 'HTTP_JSON-SVC-002', 'GRPC-META-001'],
    why: 'It never looks at A2A-Version: 99.0 and no version at all are answered as 1.0.',
  },
  {
    way: 'JSONRPC',
    tests: ['JSONRPC-ERR-003'],
    why: '`error.data` is an object, `{"error": "…"}`, where 1.0 has a list with ErrorInfo.',
  },
  ...['JSONRPC', 'HTTP+JSON'].map((way) => ({
    way,
    tests: ['PUSH-CREATE-001', 'PARLEY-PUSH-INLINE'],
    why: 'It takes and gives a webhook as the release candidate had it, `{"taskId", "config": {"id", "url"}}`; in 1.0 `id` and `url` stand beside `taskId`. Over gRPC it does as 1.0 says.',
  })),
  {
    tests: ['PUSH-GET-002'],
    why: 'Reading a webhook that doesn’t exist is answered with InternalError instead of TaskNotFoundError: “push config not found”.',
  },
  {
    tests: ['STREAM-SUB-003'],
    why: 'Subscribing to a finished task is refused with TaskNotFoundError instead of UnsupportedOperationError.',
  },
  {
    tests: ['PARLEY-STREAM-WAITING'],
    why: 'A task that waits for input has no execution, and subscribing to it is refused with TaskNotFoundError: “no active execution”.',
  },
  {
    tests: ['AUTH-INTASK-006'],
    why: 'One execution of a task goes on in auth-required, and a message to it is refused: “task execution is already in progress”.',
  },
  {
    tests: ['CORE-HIST-005', 'CORE-MULTI-001', 'CORE-MULTI-005', 'PARLEY-MULTI-COMPLETE'],
    why: 'The turn that asked may still be ending when the answer comes: “task execution is already in progress”.',
    sometimes: true,
  },
  {
    tests: ['CORE-HIST-003'],
    why: 'It looks at historyLength in GetTask, not in SendMessage.',
  },
  {
    tests: ['PARLEY-HIST-NEGATIVE'],
    why: 'A negative historyLength isn’t refused.',
  },
  {
    tests: ['PARLEY-LIST-SIZE'],
    why: 'A page size of 101 is refused with InvalidRequestError instead of InvalidParamsError.',
  },
  {
    way: 'JSONRPC',
    tests: ['PARLEY-LIST-TOKEN'],
    why: 'A page token that it can’t read is answered with a parse error, -32700, as if the request were no JSON.',
  },
  {
    tests: ['PARLEY-PUSH-TOKEN'],
    why: 'It sends the token as A2A-Notification-Token. 1.0.1 names no header for it; the servers of others go on with that of 0.3.',
  },
]

const go03: readonly KnownFailure[] = [
  ...optional,
  {
    way: 'JSONRPC',
    tests: ['JSONRPC-FMT-002'],
    why: 'Answers come as text/plain: it sets no content type, and Go guesses one.',
  },
]

const java03: readonly KnownFailure[] = [
  {
    tests: ['PARLEY-SEND-AGAIN'],
    why: 'It begins another task for a message that it had. Recognizing a message by its id is left to the server.',
  },
  newContext,
  {
    tests: ['CORE-MULTI-004'],
    why: 'It begins a task under the unknown id that a message names, instead of refusing it with TaskNotFoundError.',
  },
  {
    tests: ['PARLEY-SEND-FINISHED'],
    why: 'It hands a message to a finished task to the executor, and the task goes on; a task that has ended can’t be restarted.',
  },
  {
    way: 'HTTP+JSON',
    tests: ['CORE-HIST-002'],
    why: 'GetTask with `historyLength=1` in its query returns the whole history.',
  },
  {
    way: 'HTTP+JSON',
    tests: ['PARLEY-STREAM-END', 'STREAM-ORDER-001'],
    why: 'An artifact update may come after the status that ends the task.',
    sometimes: true,
  },
  {
    way: 'HTTP+JSON',
    tests: ['PARLEY-PART-FILE'],
    why: 'Its conversion to protobuf never writes the media type of a file, and encodes its bytes once more.',
  },
  {
    tests: [
      'PUSH-DELIVER-002',
      'PARLEY-PUSH-INLINE',
      'PARLEY-PUSH-JSON',
      'PARLEY-PUSH-LAST',
      'PARLEY-PUSH-RETRY',
      'PARLEY-PUSH-TASK',
      'PARLEY-PUSH-TOKEN',
    ],
    why: 'It calls a webhook once, as it answers a message for a task that had it before. What a task does later is told to nobody, and a webhook that comes along with the first message is lost.',
  },
]

/** By server; only these are checked. */
export const knownFailures: Readonly<Record<string, readonly KnownFailure[]>> = {
  'a2a-js 0.3.14': js03,
  'a2a-js 1.3.0': js1,
  'a2a-python 0.3.26': python03,
  'a2a-python 1.3.0': python1,
  'a2a-go 0.3.15': go03,
  'a2a-go 2.2.0': go2,
  'a2a-java 0.3.3': java03,
}
