// Replays requests that were sent to real servers to the agents that imitate them, and compares the answers: status, media type
// and every member, ids and times by their form.

import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '#shared/a2a/model.ts'
import { type CapturedExchange, comparable, readCapture, sseData } from './capture-file.ts'
import { namedAgent } from './catalogue/catalogue.ts'
import { parseJson } from './json.ts'

interface Replay {
  readonly agent: string
  readonly folder: string
  readonly files: RegExp
  /** What the imitation does not copy, and why. */
  readonly except?: Readonly<Record<string, string>>
  /** The capture that creates the finished task to which others refer. */
  readonly first: string
  /** Captures to replay first. */
  readonly before?: Readonly<Record<string, string>>
  /** The capture that registers a webhook. */
  readonly pushCreate: string
}

const timing = 'the executor had already begun'
const accumulated = 'the recorded server had been asked for more tasks before'
const ownMetadata = 'the SDK puts empty metadata into the failure it writes itself'

const replays: readonly Replay[] = [
  {
    agent: 'fasta2a-0.5',
    folder: 'fasta2a-0.5.0',
    files: /./,
    first: 'rpc_send',
    pushCreate: '',
    before: { rpc_cancel: 'rpc_get_h1', rpc_get_after: 'rpc_get_h1' },
    except: { rpc_send_taskid: timing },
  },
  {
    agent: 'js-0.3.14',
    folder: 'js-0.3.14',
    files: /^rpc_/,
    first: 'rpc_send_default',
    pushCreate: 'push_set',
    except: { rpc_long: timing, rpc_send_nonblock: timing },
  },
  {
    agent: 'js-0.3.14-rest',
    folder: 'js-0.3.14',
    files: /^rest_/,
    first: 'rest_send',
    pushCreate: 'push_A_python',
  },
  {
    agent: 'python-0.3.26',
    folder: 'py-0.3.26',
    files: /^rpc_/,
    first: 'rpc_send_default',
    pushCreate: 'push_set',
  },
  {
    agent: 'python-0.3.26-rest',
    folder: 'py-0.3.26',
    files: /^rest_/,
    first: 'rest_send',
    pushCreate: 'push_A_python',
  },
  {
    agent: 'js-1.3',
    folder: 'js-1.3.0-legacy-off',
    files: /^rpc_/,
    first: 'rpc_send_block',
    pushCreate: 'push_create',
    except: {
      rpc_list: accumulated,
      rpc_push_get: 'its configurations have random ids',
      rpc_send_throw: ownMetadata,
      rpc_stream_throw: ownMetadata,
    },
  },
  {
    agent: 'js-1.3-rest',
    folder: 'js-1.3.0-legacy-off',
    files: /^rest_/,
    first: 'rest_send',
    pushCreate: 'push_create',
    except: { rest_list: accumulated, rest_list_status: accumulated },
  },
  {
    agent: 'python-1.1',
    folder: 'py-1.1.0p7-compat-off',
    files: /^rpc_/,
    first: 'rpc_send_block',
    pushCreate: 'push_create',
    except: { rpc_list: accumulated },
  },
  {
    agent: 'python-1.1-rest',
    folder: 'py-1.1.0p7-compat-off',
    files: /^rest_/,
    first: 'rest_send',
    pushCreate: 'push_create',
    except: { rest_list: accumulated, rest_list_status: accumulated },
  },
]

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

describe.each(replays)(
  '$agent answers as $folder did',
  ({ agent, folder, files, first, pushCreate, before = {}, except = {} }) => {
    const names = readdirSync(new URL(`../fixtures/captures/${folder}`, import.meta.url))
      .map((file) => file.replace('.txt', ''))
      .filter((name) => files.test(name) && !/_live$/.test(name) && !(name in except))

    it.each(names)('%s', async (name) => {
      const { url, close } = await namedAgent(agent).start()
      const { origin } = new URL(url)
      const replay = async (file: string, existing?: Made): Promise<Answer> =>
        ask(origin, withIds(readCapture(`${folder}/${file}.txt`), existing))
      const made = idsIn((await replay(first)).body)
      if (agent.startsWith('fasta2a')) await settled(() => replay('rpc_get', made))
      if (name in before) await replay(before[name] ?? '', made)
      if (/push_(get|list|del)/.test(name)) await replay(name.replace(/push_.*/, pushCreate), made)
      const answer = await replay(name, made)
      await close()
      expect(comparableAnswer(answer)).toEqual(comparableAnswer(readCapture(`${folder}/${name}.txt`)))
    })
  },
)

interface Made {
  readonly id: string
  readonly contextId: string
}

/** FastA2A completes tasks a moment after they were sent. */
async function settled(get: () => Promise<Answer>): Promise<void> {
  while (/"state":"(submitted|working)"/.test((await get()).body));
}

interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

async function ask(origin: string, capture: CapturedExchange): Promise<Answer> {
  const response = await fetch(`${origin}${capture.target}`, {
    method: capture.verb,
    headers: capture.headers,
    ...(capture.requestBody === '' ? {} : { body: capture.requestBody }),
  })
  const body = await soFar(response)
  return { status: response.status, contentType: response.headers.get('content-type') ?? '', body }
}

/** The received text, even if the connection broke. */
async function soFar({ body }: Response): Promise<string> {
  let text = ''
  try {
    for await (const piece of body ?? []) text += Buffer.from(piece).toString('utf8')
  } catch {
    return text || '<<broken off>>'
  }
  return text
}

function idsIn(body: string): Made {
  return {
    id: new RegExp(`"id":"(${uuid.source})"`).exec(body)?.[1] ?? '',
    contextId: new RegExp(`"contextId":"(${uuid.source})"`).exec(body)?.[1] ?? '',
  }
}

function withIds(capture: CapturedExchange, made: Made | undefined): CapturedExchange {
  if (made === undefined) return capture
  const put = (text: string): string =>
    text
      .replaceAll(new RegExp(`("contextId": ")${uuid.source}`, 'g'), `$1${made.contextId}`)
      .replaceAll(new RegExp(`(?<!"contextId": ")${uuid.source}`, 'g'), made.id)
  return { ...capture, target: put(capture.target), requestBody: put(capture.requestBody) }
}

function comparableAnswer({ status, contentType, body }: Answer): unknown {
  const events = sseData(body)
  const texts = events.length > 0 ? events : [body.trim().replace(/^<<.*>>$/, '<<broken off>>')]
  return {
    status,
    contentType,
    said: texts.map((text) => comparable(parseJson(text) ?? (text as JsonValue))),
  }
}
