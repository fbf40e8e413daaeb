import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { message, rpc, streamRpc } from '#testing/demo-agent/call.ts'
import { sdkClient, streamSdk } from '#testing/demo-agent/sdk-client.ts'
import { listenForWebhooks } from '#testing/demo-agent/webhook.ts'
import { startDemoAgent } from './start.ts'

describe('closing', () => {
  it('ends every stream and frees both ports', async () => {
    const agent = await startDemoAgent({ stepMs: 1000 })
    const grpc = await sdkClient(agent.url, 'GRPC', '1.0')
    const streams = [
      streamRpc(agent.url, { text: 'Watch the fares to Lisbon' }),
      streamRpc(agent.url, { text: 'Charge the tickets to my travel account' }),
      streamSdk(grpc, { text: 'Tell me about Lisbon' }),
    ]
    for (const stream of streams) await stream.next()
    await agent.close()

    // However a binding reports it, no stream stays open.
    expect(await Promise.allSettled(streams.map((stream) => Array.fromAsync(stream)))).toHaveLength(3)
    const ports = [new URL(agent.url).port, agent.grpcTarget.split(':')[1]]
    expect(await Promise.all(ports.map((port) => isListening(Number(port))))).toEqual([false, false])
  })

  it('can be done twice', async () => {
    const agent = await startDemoAgent()
    await Promise.all([agent.close(), agent.close()])
    expect(await isListening(Number(new URL(agent.url).port))).toBe(false)
  })
})

describe('alone', () => {
  it('prints its address and nothing else, and leaves nothing that keeps it alive at SIGTERM', async () => {
    const silent = await listenForWebhooks(new Promise(() => {}))
    const script = fileURLToPath(new URL('./cli.ts', import.meta.url))
    const cli = spawn(process.execPath, [script, '--port', '0', '--step-ms', '1000'])
    const url = String((await once(cli.stdout, 'data'))[0]).trim()
    const rest = text(cli.stdout)
    for (const prompt of ['Watch the fares to Lisbon', 'Charge the tickets to my travel account']) {
      await streamRpc(url, { text: prompt }).next()
    }
    await rpc(url, 'SendMessage', {
      message: message({ text: 'Tell me when boarding starts' }),
      configuration: { returnImmediately: true, taskPushNotificationConfig: { url: silent.url } },
    })
    await silent.calls(1)

    // The program never calls exit: it ends by itself, or the wait below fails.
    cli.kill('SIGTERM')
    const [code] = await once(cli, 'exit', { signal: AbortSignal.timeout(3000) })
    await silent.close()
    expect([url, await rest, code]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), '', 0])
  })

  it('says so when its port is taken', async () => {
    const agent = await startDemoAgent()
    const port = Number(new URL(agent.url).port)
    await expect(startDemoAgent({ port })).rejects.toThrow('EADDRINUSE')
    await agent.close()
  })
})

describe('the web side', () => {
  it.each([
    ['a foreign host name', { path: '/', headers: { Host: 'evil.example' } }, 421],
    ['localhost', { path: '/', headers: { Host: 'localhost:1' } }, 200],
    ['an unknown path', { path: '/nothing' }, 404],
    ['GET on the RPC path', { path: '/a2a' }, 405],
    ['a broken body', { path: '/a2a', method: 'POST', body: '{"jsonrpc"' }, 200],
    ['a broken REST body', { path: '/rest/message:send', method: 'POST', body: '{"' }, 400],
    ['a huge body', { path: '/a2a', method: 'POST', body: `"${'x'.repeat(17 << 20)}"` }, 413],
  ])('answers %s', async (_name, { body, ...options }: Options, status) => {
    const agent = await startDemoAgent()
    const answer = await bareRequest(agent.url, options, body)
    await agent.close()
    expect(answer.status).toBe(status)
    if (body) expect(JSON.parse(answer.body)).toHaveProperty('error.message')
  })

  it('takes a file larger than the SDK would', async () => {
    const agent = await startDemoAgent()
    const blank = Buffer.alloc(3 << 20)
    const parts = [{ raw: blank.toString('base64'), filename: 'blank.bin' }]
    const { result } = await rpc(agent.url, 'SendMessage', { message: { ...message({}), parts } })
    await agent.close()
    expect(result.message.parts[1].data.parts).toEqual([
      {
        kind: 'raw',
        filename: 'blank.bin',
        sizeBytes: blank.length,
        sha256: createHash('sha256').update(blank).digest('hex'),
      },
    ])
  })
})

interface Options {
  readonly path: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** `fetch` does not send a custom Host header. */
async function bareRequest(url: string, { headers, ...options }: Options, body?: string) {
  const json = { 'Content-Type': 'application/json', 'A2A-Version': '1.0' }
  const request = httpRequest(url, { ...options, headers: { ...json, ...headers } })
  request.end(body)
  const [response] = await once(request, 'response')
  return { status: response.statusCode, body: await text(response) }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
