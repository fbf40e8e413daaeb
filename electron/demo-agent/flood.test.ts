import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import { SendMessageRequest } from '@a2a-js/sdk'
import { A2AService } from '@a2a-js/sdk/server/grpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyAnswer, message, rpc, send, streamRpc, waitForState } from '#testing/demo-agent/call.ts'
import { traceOfTask } from '#testing/demo-agent/trace.ts'
import { type DemoAgent, startDemoAgent } from './start.ts'

let quick: DemoAgent
beforeAll(async () => {
  quick = await startDemoAgent({ stepMs: 0 })
})
afterAll(() => quick.close())

describe('a flood', () => {
  it('is ten thousand events in order, and the stored task equals what was streamed', async () => {
    const received: string[] = []
    let taskId = ''
    for await (const event of streamRpc(quick.url, { text: 'Flood me with 10,000 events' })) {
      taskId ||= event.task?.id ?? ''
      if (event.artifactUpdate) received.push(event.artifactUpdate.artifact.parts[0].text)
    }
    const { result } = await rpc(quick.url, 'GetTask', { id: taskId })

    expect(received.map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: 10_000 }, (_, i) => i + 1),
    )
    expect(result.artifacts[0].parts.map((part: AnyAnswer) => part.text)).toEqual(received)
    expect(traceOfTask(result)).toBe('task completed: That was 10000.')
  })

  it('is as large for a caller that waits for one answer, and smaller when asked', async () => {
    const all = (await send(quick.url, 'Flood me')).result.task
    const some = (await send(quick.url, 'Flood me with 42 events')).result.task
    expect([all, some].map((task) => task.artifacts[0].parts.length)).toEqual([10_000, 42])
  })
})

describe('a flood over gRPC', () => {
  it('waits for a reader that does not read, and goes on when the reader gives up', async () => {
    const agent = await startDemoAgent({ stepMs: 0 })
    const text = { ...message({ text: 'Flood me' }), contextId: 'stalled' }
    // Bare HTTP/2: its window pauses a stream without a reader, while the gRPC client library reads ahead.
    const session = connect(`http://${agent.grpcTarget}`)
    const call = session.request({
      ':method': 'POST',
      ':path': A2AService.sendStreamingMessage.path,
      'content-type': 'application/grpc',
      te: 'trailers',
      'a2a-version': '1.0',
    })
    call.end(
      grpcFrame(
        A2AService.sendStreamingMessage.requestSerialize(SendMessageRequest.fromJSON({ message: text })),
      ),
    )
    await once(call, 'response')

    const [task] = (await rpc(agent.url, 'ListTasks', { contextId: 'stalled' })).result.tasks
    // Twice as many events as the stalled stream has left, so it has had time enough.
    for (const _ of [1, 2]) await Array.fromAsync(streamRpc(agent.url, { text: 'Flood me' }))
    const during = (await rpc(agent.url, 'GetTask', { id: task.id })).result
    call.close(constants.NGHTTP2_CANCEL)
    const after = await waitForState(agent.url, task.id, 'TASK_STATE_COMPLETED')
    session.destroy()
    await agent.close()

    expect(during.status.state).toBe('TASK_STATE_WORKING')
    expect(during.artifacts[0].parts.length).toBeLessThan(10_000)
    expect(after.artifacts[0].parts.length).toBe(10_000)
  })
})

/** An uncompressed gRPC message on the wire: flag, length, message. */
function grpcFrame(message: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}
