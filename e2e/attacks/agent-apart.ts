// An agent in a thread of its own, so that its load is not measured as the tap's.

import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { agent } from '../agents/agent.ts'

export async function agentApart(): Promise<{ readonly url: string; close(): Promise<unknown> }> {
  const worker = new Worker(new URL(import.meta.url))
  const url = await new Promise<string>((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  )
  return { url, close: () => worker.terminate() }
}

if (!isMainThread && parentPort) {
  const { url } = await agent({ dialect: ['1.0-grpc', '1.0'] })
  parentPort.postMessage(url)
}
