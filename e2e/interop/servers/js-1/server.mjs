// @a2a-js/sdk 1.x. `compat` as a flag turns its 0.3 layer on, `name=…` names it, `http` leaves gRPC off its card.

import { LegacyA2AService, legacyGrpcService } from '@a2a-js/sdk/compat/v0_3/server/grpc'
import { DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import { A2AService, UserBuilder as GrpcUserBuilder, grpcService } from '@a2a-js/sdk/server/grpc'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import express from 'express'
import { executor } from './executor.mjs'

const [port, grpcPort, ...flags] = process.argv.slice(2)
const compat = flags.includes('compat')
const name = flags.find((flag) => flag.startsWith('name='))?.slice(5) ?? 'Interop agent'
const origin = `http://127.0.0.1:${port}`
const waysOf = (protocolVersion) => [
  { url: `${origin}/rpc`, protocolBinding: 'JSONRPC', protocolVersion, tenant: '' },
  { url: `${origin}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion, tenant: '' },
  ...(flags.includes('http')
    ? []
    : [{ url: `127.0.0.1:${grpcPort}`, protocolBinding: 'GRPC', protocolVersion, tenant: '' }]),
]
const card = {
  name,
  description: 'Answers as it is told to.',
  version: '1.0.0',
  supportedInterfaces: [...waysOf('1.0'), ...(compat ? waysOf('0.3') : [])],
  capabilities: { streaming: true, pushNotifications: true, extensions: [] },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ['*/*'],
  defaultOutputModes: ['text/plain'],
  skills: [
    {
      id: 'interop',
      name: 'Interop',
      description: 'Echoes, counts, asks, waits.',
      tags: ['test'],
      examples: [],
      inputModes: [],
      outputModes: [],
      securityRequirements: [],
    },
  ],
  signatures: [],
}
const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
const legacyCompat = { enabled: compat }
const userBuilder = UserBuilder.noAuthentication

const app = express()
app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }))
app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder, legacyCompat }))
app.use('/rest', restHandler({ requestHandler, userBuilder, legacyCompat }))
app.listen(Number(port), '127.0.0.1')

const grpc = new Server()
const grpcOptions = { requestHandler, userBuilder: GrpcUserBuilder.noAuthentication }
grpc.addService(A2AService, grpcService(grpcOptions))
if (compat) grpc.addService(LegacyA2AService, legacyGrpcService(grpcOptions))
grpc.bindAsync(`127.0.0.1:${grpcPort}`, ServerCredentials.createInsecure(), (error) => {
  if (error) throw error
})
