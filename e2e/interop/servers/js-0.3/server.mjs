// @a2a-js/sdk 0.3.x over JSON-RPC, HTTP+JSON and gRPC.

import { DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import { A2AService, UserBuilder as GrpcUserBuilder, grpcService } from '@a2a-js/sdk/server/grpc'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import express from 'express'
import { executor } from './executor.mjs'

const [port, grpcPort] = process.argv.slice(2)
const origin = `http://127.0.0.1:${port}`
const card = {
  name: 'Interop agent',
  description: 'Answers as it is told to.',
  version: '1.0.0',
  protocolVersion: '0.3.0',
  url: `${origin}/rpc`,
  preferredTransport: 'JSONRPC',
  additionalInterfaces: [
    { url: `${origin}/rpc`, transport: 'JSONRPC' },
    { url: `${origin}/rest`, transport: 'HTTP+JSON' },
    { url: `127.0.0.1:${grpcPort}`, transport: 'GRPC' },
  ],
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['*/*'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'interop', name: 'Interop', description: 'Echoes, counts, asks, waits.', tags: ['test'] }],
}
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
const userBuilder = UserBuilder.noAuthentication

const app = express()
app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))
app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }))
app.use('/rest', restHandler({ requestHandler, userBuilder }))
app.listen(Number(port), '127.0.0.1')

const grpc = new Server()
grpc.addService(A2AService, grpcService({ requestHandler, userBuilder: GrpcUserBuilder.noAuthentication }))
grpc.bindAsync(`127.0.0.1:${grpcPort}`, ServerCredentials.createInsecure(), (error) => {
  if (error) throw error
})
