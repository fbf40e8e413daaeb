import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Agent, type AgentOptions, agent } from './agent.ts'
import { comparable, readCapture, sseData } from './capture-file.ts'
import { ask, direct, kitScript } from './scripts.ts'

const open: Agent[] = []
async function opened(options: AgentOptions): Promise<Agent> {
  const started = await agent(options)
  open.push(started)
  return started
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((started) => started.close()))
})

/** Responses of real servers to these requests. */
const captured: readonly {
  readonly options: AgentOptions
  readonly mount: string
  readonly files: readonly string[]
}[] = [
  {
    options: { dialect: '0.3', script: kitScript({ direct: direct('direct') }) },
    mount: '',
    files: ['js-0.3.14/rpc_stream', 'js-0.3.14/rpc_stream_ask', 'js-0.3.14/rpc_stream_direct'].concat([
      'js-0.3.14/rpc_send_default',
      'js-0.3.14/rpc_send_direct',
    ]),
  },
  {
    options: { dialect: '0.3-rest' },
    mount: '/rest',
    files: ['js-0.3.14/rest_stream'],
  },
  {
    options: { dialect: '1.0', path: '/rpc', script: kitScript({ ask: ask('need more') }) },
    mount: '',
    files: ['rpc_stream', 'rpc_stream_ask', 'rpc_stream_direct', 'rpc_send_block', 'rpc_send_direct']
      .concat(['rpc_send_immediate', 'rpc_no_version', 'rpc_version_20'])
      .map((name) => `js-1.3.0-legacy-off/${name}`),
  },
  {
    options: { dialect: '1.0-rest', path: '/rest' },
    mount: '',
    files: ['py-1.1.0p7-compat-off/rest_get_404'].concat([
      'py-1.1.0p7-compat-off/rest_no_version',
      'js-1.3.0-legacy-off/rest_send',
    ]),
  },
]

describe.each(captured)('$options.dialect answers as the real servers did', ({ options, mount, files }) => {
  it.each(files)('%s', async (file) => {
    const { url } = await opened(options)
    const exchange = readCapture(`${file}.txt`)
    const answer = await fetch(`${url}${exchange.target.replace(mount, '')}`, {
      method: exchange.verb,
      headers: exchange.headers,
      ...(exchange.requestBody === '' ? {} : { body: exchange.requestBody }),
    })
    const body = await answer.text()
    expect({ status: answer.status, said: said(body) }).toEqual({
      status: exchange.status,
      said: said(exchange.body),
    })
  })
})

function said(body: string): unknown {
  const events = sseData(body)
  return (events.length > 0 ? events : [body]).map((text) => comparable(JSON.parse(text)))
}

describe('an agent', () => {
  it('keeps what it received to the byte', async () => {
    const { url, requests } = await opened({ dialect: '0.3' })
    const sent =
      'POST /x?y=%20 HTTP/1.1\r\nhOsT: a\r\nX-B:  two  \r\nX-A: 1\r\nX-B: again\r\nConnection: close\r\n' +
      'Transfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n3\r\n":1\r\n1\r\n}\r\n0\r\n\r\n'
    const answer = await overSocket(url, sent)
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 404 Not Found')
    const [received] = requests
    expect({ ...received, body: String(received?.body), bytes: String(received?.bytes) }).toEqual({
      method: 'POST',
      target: '/x?y=%20',
      path: '/x',
      query: new URLSearchParams('y=%20'),
      headers: [
        ['hOsT', 'a'],
        ['X-B', 'two'],
        ['X-A', '1'],
        ['X-B', 'again'],
        ['Connection', 'close'],
        ['Transfer-Encoding', 'chunked'],
      ],
      body: '{"a":1}',
      bytes: sent,
    })
  })

  it('ends a stream that still runs when it closes', async () => {
    const started = await agent({ dialect: '1.0' })
    const response = await fetch(started.url, {
      method: 'POST',
      headers: { 'A2A-Version': '1.0' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'SendStreamingMessage',
        params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'silence' }] } },
      }),
    })
    const settled = response.text().catch(() => '')
    await started.close()
    await settled
    await expect(fetch(started.url)).rejects.toThrow('fetch failed')
  })
})

function overSocket(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}
