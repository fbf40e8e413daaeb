import { rule } from './rule.ts'

export const sequenceRules = {
  'CORE-STREAM-002': rule({
    title: 'A stream with a message ends with it',
    severity: 'error',
    also: ['info'],
    section: 'stream',
    meaning:
      'Since 1.0 an agent that answers with a Message sends exactly that one, then closes; before, it is usual.',
    hint: 'Close after the message, or work with a task.',
  }),
  'CORE-STREAM-003': rule({
    title: 'A stream begins with a Task or a Message',
    severity: 'error',
    section: 'stream',
    meaning: 'In 1.0 updates refer to a task the client has been shown first.',
    hint: 'Send the Task before its updates.',
  }),
  'STREAM-SUB-001': rule({
    title: 'A subscription begins with the Task',
    severity: 'error',
    section: 'subscribe',
    meaning: 'The first event brings the client up to date; without it what happened before is lost.',
    hint: 'Send the current Task as the first event.',
  }),
  'CORE-CANCEL-002': rule({
    title: 'A task that has ended can’t be canceled',
    severity: 'error',
    also: ['warning'],
    section: 'cancel',
    meaning:
      'The task had ended before the cancel was sent, yet the response is the task: a client takes it for canceled in time.',
    hint: 'Respond with TaskNotCancelableError (−32002) when the task is in a terminal state. Only a task that was canceled before may be returned again.',
  }),
  'AUTH-INTASK-005': rule({
    title: 'A stream stays open while authorization is awaited',
    severity: 'info',
    section: 'in-task authorization',
    meaning:
      'The stream closed while the task waited for authorization; the client has to subscribe or poll to see it continue.',
    hint: 'Keep the stream open, and continue in it once the authorization has arrived.',
  }),
  'PARLEY-SEQ-001': rule({
    title: 'Nothing follows a terminal state',
    severity: 'warning',
    section: 'stream',
    meaning: 'An update follows the terminal state; clients have stopped reading by then.',
    hint: 'Send artifacts first, the terminal state once and last.',
  }),
  'PARLEY-SEQ-002': rule({
    title: 'A terminal state is final',
    severity: 'error',
    section: 'state',
    meaning: 'A task that has ended changed its state again.',
    hint: 'Start a new task instead of continuing one that has ended.',
  }),
  'PARLEY-SEQ-003': rule({
    title: 'A stream ends when the task rests',
    severity: 'warning',
    section: 'stream',
    meaning: 'The stream closed while the task was still at work; the client has to poll or subscribe again.',
    hint: 'Keep the stream open until a terminal or interrupted state.',
  }),
  'PARLEY-SEQ-004': rule({
    title: 'A stream is closed when the task has ended',
    severity: 'warning',
    section: 'stream',
    meaning: 'The agent kept the connection open after the task’s end.',
    hint: 'Close the stream after the terminal state.',
  }),
  'PARLEY-SEQ-005': rule({
    title: 'What is appended to exists',
    severity: 'warning',
    section: 'artifact event',
    meaning: '`append: true` for an artifact that was never begun; clients create, ignore or refuse it.',
    hint: 'Send the first chunk without `append`.',
  }),
  'PARLEY-SEQ-006': rule({
    title: 'Nothing is appended after the last chunk',
    severity: 'warning',
    section: 'artifact event',
    meaning: 'The artifact was declared complete and then continued.',
    hint: 'Set `lastChunk` on the last chunk only.',
  }),
  'PARLEY-SEQ-007': rule({
    title: 'A stream is about one task',
    severity: 'error',
    section: 'stream',
    meaning:
      'An event names another task than the stream began with; clients attach it to the wrong one or drop it.',
    hint: 'Use the task’s id in every event of its stream.',
  }),
  'PARLEY-SEQ-008': rule({
    title: 'A task stays in its context',
    severity: 'error',
    section: 'context',
    meaning: 'The same task is said to belong to another context than before.',
    hint: 'Keep the context id for the whole life of the task.',
  }),
  'PARLEY-SEQ-009': rule({
    title: 'The events of a stream share their request’s id',
    severity: 'warning',
    section: 'JSON-RPC stream',
    meaning: 'The JSON-RPC id changes from event to event.',
    hint: 'Echo the request’s id in every event.',
  }),
  'PARLEY-SEQ-010': rule({
    title: 'An event is sent once',
    severity: 'info',
    also: ['warning'],
    section: 'delivery',
    meaning: 'The same content is sent twice in one stream; an appended chunk would be stored twice.',
    hint: 'Send each update once.',
  }),
  'PARLEY-SEQ-011': rule({
    title: 'A task’s stream has no bare messages',
    severity: 'warning',
    also: ['info'],
    section: 'stream',
    meaning:
      'Since 1.0 the stream of a task has its updates alone; before, a Message may come, but clients look for it in the task’s status.',
    hint: 'Put the message into `status.message`.',
  }),
  'PARLEY-SEQ-012': rule({
    title: 'The task asked for has the state that was streamed',
    severity: 'error',
    also: ['warning'],
    section: 'get',
    meaning: 'GetTask and the stream disagree about the state.',
    hint: 'Store the task before sending its updates.',
  }),
  'PARLEY-SEQ-013': rule({
    title: 'The task asked for has the artifacts that were streamed',
    severity: 'warning',
    section: 'get',
    meaning: 'Putting the streamed chunks together gives something else than GetTask returns.',
    hint: 'Append stored chunks as they are sent, once.',
  }),
  'PARLEY-SEQ-014': rule({
    title: '`final` marks the end of the stream',
    severity: 'warning',
    section: 'status event',
    meaning: 'Before 1.0 the last event says `final: true`, and nothing follows it.',
    hint: 'Set `final` on the last event, and only there.',
  }),
  'PARLEY-SEQ-015': rule({
    title: 'A quiet stream stays open',
    severity: 'warning',
    section: 'stream',
    meaning:
      'The stream ended after 30 or 60 s without data while the task was at work: likely the idle timeout of a proxy or load balancer.',
    hint: 'Send a comment such as `: keep-alive` every 15 s, or raise the idle timeout (`proxy_read_timeout` in nginx).',
  }),
  'PARLEY-SEQ-016': rule({
    title: 'A task is known over every connection',
    severity: 'warning',
    also: ['info'],
    section: 'get',
    meaning:
      'The agent returned the task minutes ago, but answers TaskNotFoundError over a new connection: likely several replicas, each with its own in-memory store.',
    hint: 'Store tasks where all replicas read them, such as a database, or route the requests of a task to one replica (session affinity).',
  }),
  'PARLEY-SEQ-017': rule({
    title: 'A tool call has a result',
    severity: 'warning',
    also: ['info'],
    section: 'state',
    meaning:
      'The task completed while a tool call or delegation that it reported has no result, so a client shows it as running forever.',
    hint: 'Report each result before the task completes, and fail the call when its tool or agent doesn’t respond in time.',
  }),
  'PARLEY-SEQ-018': rule({
    title: 'A task completes after those begun for it',
    severity: 'warning',
    section: 'state',
    meaning:
      'The task completed while a task at another agent was at work whose message, sent through a tap, refers to it (`referenceTaskIds`): what comes of that one is in no answer.',
    hint: 'Wait for the other task, or cancel it, before the task completes.',
  }),
} as const
