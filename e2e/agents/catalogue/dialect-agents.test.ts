import { describe, expect, it } from 'vitest'
import type { JsonValue } from '#shared/a2a/model.ts'
import { agent } from '../agent.ts'
import type { DialectName } from '../dialects/dialect.ts'
import { dialects } from '../dialects/dialects.ts'
import { isObject, parseJson } from '../json.ts'
import { type Voice, voices } from '../voices.ts'
import { at, get, line, message03, message10, rpc } from '../wire-client.ts'
import { namedAgent } from './catalogue.ts'
import { dialectAgents } from './dialect-agents.ts'

const names = Object.keys(dialects) as DialectName[]
/** 0.1 has numbers in place of artifact ids, and `append` inside the artifact. */
const updates = (version: DialectName): readonly string[] => [
  'task submitted',
  'status working "working"',
  version === '0.1' ? 'artifact undefined "chunk0"' : 'artifact a1 "chunk0"',
  version === '0.1' ? 'artifact undefined "chunk1"' : 'append a1 "chunk1" last',
  'status completed',
]

async function collected<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe.each(names)('%s', (name) => {
  const report = async (story: (voice: Voice) => Promise<void>): Promise<void> => {
    const started = await agent({ dialect: name })
    const voice = voices[name](started)
    try {
      await story(voice)
    } finally {
      voice.close()
      await started.close()
    }
  }
  const textOf = (json: JsonValue): string =>
    line(json).replace(' final', '').replace('cancelled', 'canceled')
  const idOf = (json: JsonValue): string => {
    const inner = at(json, 'task') ?? at(json, 'artifactUpdate') ?? json
    return String(at(inner, 'taskId') ?? at(inner, 'id'))
  }

  it('answers with a message', () =>
    report(async (voice) => {
      const answer = textOf(await voice.ask('send', voice.send('direct')))
      expect(answer).toBe(name === '0.1' ? 'task completed' : 'message "direct reply"')
    }))

  it('streams a task', () =>
    report(async (voice) => {
      const received = await collected(voice.listen('stream', voice.send('hi')))
      expect(received.map(textOf)).toEqual(updates(name))
    }))

  it.each(['ask', 'auth'])('goes on with a task that waits for %s', (word) =>
    report(async (voice) => {
      const request = await voice.ask('send', voice.send(word))
      const answered = await voice.ask('send', voice.send('yes', idOf(request)))
      const observed = [textOf(request), textOf(answered)]
      expect(observed).toEqual(
        [`task ${word === 'ask' ? 'input' : 'auth'}_required`, 'task completed'].map(spelled),
      )
      expect(idOf(answered)).toBe(idOf(request))
    }),
  )

  it.each([
    ['fail', 'task failed'],
    ['reject', 'task rejected'],
    ['throw', 'task failed'],
  ])('%s', (word, outcome) =>
    report(async (voice) => {
      expect(textOf(await voice.ask('send', voice.send(word)))).toBe(outcome)
    }),
  )

  it('cancels a running task, and its streams end', () =>
    report(async (voice) => {
      const received: string[] = []
      const subscribed: string[] = []
      for await (const event of voice.listen('stream', voice.send('long'))) {
        received.push(textOf(event))
        if (received.length !== 3) continue
        const task = withId(voice.task(idOf(event)), idOf(event))
        for await (const observed of voice.listen('subscribe', task)) {
          if (subscribed.length === 0) expect(textOf(await voice.ask('cancel', task))).toBe('task canceled')
          subscribed.push(textOf(observed))
        }
      }
      expect([received.at(0), received.at(-1)]).toEqual(['task submitted', 'status canceled'])
      expect([subscribed.at(0), subscribed.at(-1)]).toEqual(['task working', 'status canceled'])
    }))

  it('knows no task it was not asked for', () =>
    report(async (voice) => {
      const missing = await voice.ask('get', withId(voice.task('nope'), 'nope'))
      const code = at(missing, 'error', 'error', 'code') ?? at(missing, 'error', 'code')
      expect([-32001, 404, 5]).toContain(code)
    }))

  function spelled(text: string): string {
    return name.startsWith('0.') && !['0.3-rest', '0.3-grpc'].includes(name) ? text.replace('_', '-') : text
  }
  /** REST takes the id from the path; gRPC messages have no such member. */
  function withId(task: JsonValue, id: string) {
    return { ...(isObject(task) ? task : {}), ...(name.endsWith('grpc') ? {} : { id }) }
  }
})

describe('the agents of each dialect', () => {
  it('speak all dialects there are', () => {
    const own = names.map((name) => `v${name}`).sort()
    expect(
      dialectAgents
        .map(({ name }) => name)
        .filter((name) => /^v\d/.test(name))
        .sort(),
    ).toEqual(own)
  })

  it.each([
    ['v0.1', '/.well-known/agent.json', undefined],
    ['v0.2.5', '/.well-known/agent.json', '0.2.5'],
    ['v0.2.6', '/.well-known/agent.json', '0.2.6'],
    ['v0.3', '/.well-known/agent-card.json', '0.3.0'],
    ['v0.3-rest', '/.well-known/agent-card.json', '0.3.0'],
    ['v0.3-rest-schema', '/.well-known/agent-card.json', '0.3.0'],
    ['v0.3-grpc', '/.well-known/agent-card.json', '0.3.0'],
  ])('%s serves its card at %s and says %s', async (name, path, version) => {
    const { url, grpcAddress, close } = await namedAgent(name).start()
    const { json } = await get(`${url}${path}`)
    await close()
    const own = name.endsWith('grpc') ? grpcAddress : name.includes('rest') ? url : `${url}/`
    expect([at(json, 'protocolVersion'), at(json, 'url')]).toEqual([version, own])
  })

  it('every-binding declares three interfaces of 1.0', async () => {
    const { url, grpcAddress, close } = await namedAgent('every-binding').start()
    const { json } = await get(`${url}/.well-known/agent-card.json`)
    await close()
    expect(at(json, 'supportedInterfaces')).toEqual([
      { url: `${url}/`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: grpcAddress, protocolBinding: 'GRPC', protocolVersion: '1.0' },
    ])
  })

  it('hybrid serves one card with both views and answers both versions', async () => {
    const { url, close } = await namedAgent('hybrid').start()
    const { json } = await get(`${url}/.well-known/agent-card.json`)
    const old = await rpc(url, 'message/send', message03('direct'))
    const recent = await rpc(url, 'SendMessage', message10('direct'))
    await close()
    expect([
      at(json, 'protocolVersion'),
      at(json, 'url'),
      at(json, 'supportedInterfaces', 1, 'protocolVersion'),
    ]).toEqual(['0.3.0', `${url}/`, '0.3'])
    expect([at(old.json, 'result', 'kind'), at(recent.json, 'result', 'message', 'role')]).toEqual([
      'message',
      'ROLE_AGENT',
    ])
  })

  it('hybrid-by-header serves the card of the version asked for', async () => {
    const { url, close } = await namedAgent('hybrid-by-header').start()
    const path = `${url}/.well-known/agent-card.json`
    const old = await get(path)
    const recent = await get(path, { 'A2A-Version': '1.0' })
    await close()
    expect([at(old.json, 'protocolVersion'), old.headers.get('vary')]).toEqual(['0.3.0', 'A2A-Version'])
    expect([at(recent.json, 'protocolVersion'), recent.headers.get('vary')]).toEqual([
      undefined,
      'A2A-Version',
    ])
  })

  it.each(['0.3', '0.3-rest', '0.3-grpc', '1.0', '1.0-rest', '1.0-grpc'] as const)(
    'v%s has an extended card',
    async (name) => {
      const started = await namedAgent(`v${name}`).start()
      const voice = voices[name](started)
      const card = await voice.ask('card', {})
      voice.close()
      await started.close()
      expect(at(card, 'description')).toBe('The extended card')
    },
  )

  it('v0.2.6 has an extended card at a plain address', async () => {
    const { url, close } = await namedAgent('v0.2.6').start()
    const { status, json } = await get(`${url}/agent/authenticatedExtendedCard`)
    await close()
    expect([status, at(json, 'description')]).toEqual([200, 'The extended card'])
  })

  it('tenant refuses calls that do not name its tenant', async () => {
    const { url, close } = await namedAgent('tenant').start()
    const { json } = await get(`${url}/.well-known/agent-card.json`)
    const nameless = await rpc(url, 'SendMessage', message10('direct'))
    const named = await rpc(url, 'SendMessage', { tenant: 'acme', ...message10('direct') })
    await close()
    expect([at(json, 'supportedInterfaces', 0, 'tenant'), line(nameless.json), line(named.json)]).toEqual([
      'acme',
      'error -32602',
      'message "direct reply"',
    ])
  })

  it('required-extension refuses calls that do not activate it and echoes it to those that do', async () => {
    const { url, close } = await namedAgent('required-extension').start()
    const extension = 'https://extensions.example/required/v1'
    const refused = await rpc(url, 'SendMessage', message10('direct'))
    const taken = await fetch(url, {
      method: 'POST',
      headers: { 'A2A-Version': '1.0', 'A2A-Extensions': `https://other.example, ${extension}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: message10('direct') }),
    })
    const text = line(parseJson(await taken.text()))
    await close()
    expect([line(refused.json), taken.headers.get('a2a-extensions'), text]).toEqual([
      'error -32008',
      extension,
      'message "direct reply"',
    ])
  })
})
