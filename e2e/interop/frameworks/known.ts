// Expected failures of frameworks, with the evidence. Each was verified in the framework's code or on the wire.

import type { Known } from '../server-table.ts'

const failures = ['fails at once', 'fails at once, send', 'fails midway']
const textAlone = (operations: readonly string[], why: string): Known => ({
  operations,
  is: 'not offered',
  why,
})

export const adkWhole: readonly Known[] = [
  {
    operations: ['fails midway'],
    is: 'not offered',
    why: 'Unless a request converter asks for StreamingMode.SSE, ADK takes the answer of its model whole: no frame holds its beginning. The chat says why it failed.',
  },
]

export const kagent: readonly Known[] = [
  {
    operations: ['cancel'],
    is: 'not offered',
    why: 'Its executor raises NotImplementedError: “Cancellation is not supported”.',
  },
  {
    operations: ['fails midway'],
    is: 'not offered',
    why: 'Unless its app is built with `stream`, it takes the answer of its model whole: no frame holds its beginning. The chat says why it failed.',
  },
]

export const pydanticAi: readonly Known[] = [
  { operations: ['list'], is: 'not offered', why: 'It answers -32004.' },
  {
    operations: ['cancel'],
    is: 'server bug',
    why: 'AgentWorker.cancel_task of fasta2a is empty: the call is answered with the task as it was, "working", and the task goes on to "completed". The chat shows both.',
  },
  textAlone(
    ['data'],
    'Its bridge raises NotImplementedError for a data part; the task comes to "failed" without a word.',
  ),
  {
    operations: failures,
    is: 'server bug',
    why: 'Its worker drops the exception: the last status is "failed" without a message, and no frame holds the reason. The chat shows the task as failed.',
  },
]

export const strands: readonly Known[] = [
  {
    operations: failures,
    is: 'server bug',
    why: 'Its executor says "Agent execution failed" in place of the reason, which no frame holds. The chat shows those words.',
  },
]

export const agno: readonly Known[] = [
  {
    operations: ['send', 'get', 'cancel', 'tool, send', 'fails at once, send'],
    is: 'server bug',
    why: 'The url on its card is that of its streaming route (…/v1/message:stream), which answers every other method with HTTP 400; those have addresses of their own that no interface of the card names. The chat shows what it answered.',
  },
  textAlone(['data'], 'Its A2A interface hands the text and the files on, and leaves data parts out.'),
  {
    operations: ['fails at once', 'fails midway'],
    is: 'server bug',
    why: 'When its run ends with an error, it sends "completed" and no reason. The chat shows what came: a completed task, and the beginning of the answer.',
  },
]

export const agentstack: readonly Known[] = [
  {
    operations: ['send', 'tool, send', 'fails at once, send'],
    is: 'server bug',
    sometimes: true,
    why: 'Before Python 3.13 message/send is never answered: the producer of a2a-sdk 0.3.24 waits for its queue. Under 3.13 it works.',
  },
  {
    way: 'HTTP+JSON',
    operations: ['list'],
    is: 'not offered',
    why: 'a2a-sdk 0.3.24 has a route for it that raises: HTTP 500 "unknown exception".',
  },
]

export const langgraph: readonly Known[] = [
  {
    operations: ['cancel'],
    is: 'server bug',
    sometimes: true,
    why: 'It answers the cancel with "canceled", and in the same moment ends the stream of the task with its artifact and "completed": which comes last is chance. The timeline shows both.',
  },
  {
    operations: ['file'],
    is: 'server bug',
    why: 'It takes a file as `file` with `bytes` or `uri` alone, over either version; here -32005 says so of the parts of 1.0, which have `raw` and `url`.',
  },
  textAlone(
    ['data'],
    'By its design: the members of a data part are put into the input of the graph, beside the messages.',
  ),
  {
    operations: ['fails at once, send'],
    is: 'server bug',
    why: 'For message/send it names the class of the error alone ("Error executing assistant: RuntimeError"), where a stream says why. The chat shows those words.',
  },
]

export const crewai: readonly Known[] = [
  {
    operations: ['cancel'],
    is: 'not offered',
    why: 'Its executor tells of a task in one event, once it has completed: until then there is no id to cancel.',
  },
  textAlone(['file'], 'Files are dropped where its extra "file-processing" (crewai-files) is not installed.'),
  {
    operations: ['fails midway'],
    is: 'not offered',
    why: 'It takes the answer of its model whole: no frame holds the beginning. The chat says why it failed.',
  },
]

export const agentFramework: readonly Known[] = [
  textAlone(['file', 'data'], 'A2AExecutor hands get_user_input() on: the text parts.'),
]

export const agentFrameworkWhole: readonly Known[] = [
  ...agentFramework,
  {
    operations: ['fails midway'],
    is: 'not offered',
    why: 'Unless it is made with stream=True, A2AExecutor takes the answer of its agent whole: no frame holds its beginning. The chat says why it failed.',
  },
]

export const mastra: readonly Known[] = [
  textAlone(['data'], 'It answers that data parts are not supported; the chat shows those words.'),
  {
    operations: ['push'],
    is: 'not offered',
    why: 'It calls no webhook on a local or private address, by design, and its sender does not say so to the client: no configuration of Parley on this machine can be reached.',
  },
]

export const voltagent: readonly Known[] = [
  textAlone(
    ['file', 'data'],
    'It answers -32603: "Only plain text message parts are supported". The chat shows it.',
  ),
]
