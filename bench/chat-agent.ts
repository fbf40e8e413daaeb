// An agent of A2A 1.0 with the largest replies of chats, in a separate process so that its work is not measured. The
// message chooses the reply: `chunks N`, `chunks N PER_SECOND`, `times N`, `messages N`, `text BYTES`, `file BYTES`,
// `rows N`. Prints its port.

import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const server = createServer((request, response) => {
  const { port } = server.address() as AddressInfo
  if (request.method === 'GET') {
    json(response, cardAt(`http://127.0.0.1:${port}/`))
    return
  }
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => answer(JSON.parse(Buffer.concat(pieces).toString()), response))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

function answer({ id, params }: Rpc, response: ServerResponse): void {
  const text = params.message.parts.map((part) => part.text ?? '').join('')
  const [what, figure = '0', perSecond = ''] = text.split(' ')
  const result = (value: unknown) => ({ jsonrpc: '2.0', id, result: value })
  const contextId = params.message.contextId ?? randomUUID()
  if (what === 'chunks') void stream(response, Number(figure), Number(perSecond), result)
  else if (what === 'times') void times(response, Number(figure), result)
  else json(response, result(answerTo(what, Number(figure), contextId)))
}

function answerTo(what: string | undefined, count: number, contextId: string): unknown {
  const reply = (part: unknown) => ({
    message: { messageId: randomUUID(), contextId, role: 'ROLE_AGENT', parts: [part] },
  })
  switch (what) {
    case 'messages':
      return { task: talk(count, contextId) }
    case 'text':
      return reply({ text: 'The quick brown fox. '.repeat(count / 21) })
    case 'file':
      return reply({ raw: Buffer.alloc(count, 7).toString('base64'), filename: 'large.bin' })
    case 'rows':
      return reply({
        data: Array.from({ length: count }, (_, row) => ({ row, name: `row ${row}`, half: row / 2 })),
      })
    default:
      return reply({ text: 'hello' })
  }
}

interface Rpc {
  readonly id: unknown
  readonly params: {
    readonly message: { readonly contextId?: string; readonly parts: readonly { readonly text?: string }[] }
  }
}

/** Now and then a piece with the time of its write, by this machine's clock. */
async function times(
  response: ServerResponse,
  count: number,
  result: (value: unknown) => unknown,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const [taskId, contextId] = [randomUUID(), randomUUID()]
  const send = (value: unknown) => response.write(`data: ${JSON.stringify(result(value))}\n\n`)
  send({ task: { id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' } } })
  for (let index = 0; index < count; index++) {
    await setTimeout(400 + Math.random() * 200)
    const text = `at ${(performance.timeOrigin + performance.now()).toFixed(1)}. `
    const artifact = { artifactId: 'a', parts: [{ text }] }
    send({ artifactUpdate: { taskId, contextId, artifact, append: index > 0, lastChunk: false } })
  }
  send({ statusUpdate: { taskId, contextId, status: { state: 'TASK_STATE_COMPLETED' } } })
  response.end()
}

/** At a rate per second, or as fast as the reader. */
async function stream(
  response: ServerResponse,
  count: number,
  perSecond: number,
  result: (value: unknown) => unknown,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const [taskId, contextId] = [randomUUID(), randomUUID()]
  const send = (value: unknown) => response.write(`data: ${JSON.stringify(result(value))}\n\n`)
  const status = (state: string) => ({ taskId, contextId, status: { state: `TASK_STATE_${state}` } })
  send({ task: { id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' } } })
  const begun = performance.now()
  for (let index = 0; index < count; index++) {
    while (perSecond > 0 && index >= ((performance.now() - begun) / 1_000) * perSecond) await setTimeout(2)
    const text = `chunk ${index} of sixty-four bytes, as the web inspector saw them. `.padEnd(63, '.')
    const artifact = { artifactId: 'a', parts: [{ text: index % 12 === 11 ? `${text}\n\n` : `${text} ` }] }
    const more = send({
      artifactUpdate: { taskId, contextId, artifact, append: index > 0, lastChunk: false },
    })
    if (!more) await new Promise((resolve) => response.once('drain', resolve))
  }
  send({ statusUpdate: status('COMPLETED') })
  response.end()
}

function talk(count: number, contextId: string) {
  const history = Array.from({ length: count }, (_, index) => ({
    messageId: `m${index}`,
    contextId,
    role: index % 2 === 0 ? 'ROLE_USER' : 'ROLE_AGENT',
    parts: [{ text: `Message ${index}. ${'Some words of it. '.repeat(index % 9)}` }],
  }))
  return { id: randomUUID(), contextId, status: { state: 'TASK_STATE_COMPLETED' }, history }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(value))
}

function cardAt(url: string) {
  return {
    name: 'Large answers',
    description: 'Answers as large as chats get.',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'large', name: 'Large', description: 'Large answers', tags: ['bench'] }],
  }
}
