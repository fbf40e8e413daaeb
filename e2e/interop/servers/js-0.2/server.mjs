// @a2a-js/sdk 0.2.x: JSON-RPC alone, the endpoint at the origin.

import { A2AExpressApp, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import express from 'express'
import { executor } from './executor.mjs'

const [port] = process.argv.slice(2)
const card = {
  name: 'Interop agent',
  description: 'Answers as it is told to.',
  version: '1.0.0',
  protocolVersion: '0.2.5',
  url: `http://127.0.0.1:${port}/`,
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['*/*'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'interop', name: 'Interop', description: 'Echoes, counts, asks, waits.', tags: ['test'] }],
}
const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
new A2AExpressApp(handler).setupRoutes(express(), '').listen(Number(port), '127.0.0.1')
