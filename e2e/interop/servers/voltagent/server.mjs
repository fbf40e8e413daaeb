// voltagent: an agent behind its own server, with the A2A server of its guide.

import { A2AServer } from '@voltagent/a2a-server'
import { Agent, createTool, VoltAgent } from '@voltagent/core'
import { honoServer } from '@voltagent/server-hono'
import { z } from 'zod'
import { description, model, name, weather } from './lisbon.mjs'

const tool = createTool({
  name: 'weather',
  description: 'Tell the weather of a city.',
  parameters: z.object({ city: z.string() }),
  execute: async (input) => weather(input),
})
const agent = new Agent({
  id: name,
  name,
  purpose: description,
  instructions: description,
  model,
  tools: [tool],
})
new VoltAgent({
  agents: { [name]: agent },
  a2aServers: { [name]: new A2AServer({ id: name, name, version: '1.0.0' }) },
  server: honoServer({ port: Number(process.argv[2]), hostname: '127.0.0.1' }),
})
