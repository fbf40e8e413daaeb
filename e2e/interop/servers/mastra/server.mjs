// mastra: an agent behind its Hono adapter, which has the A2A routes.

import { serve } from '@hono/node-server'
import { Mastra } from '@mastra/core'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { MastraServer } from '@mastra/hono'
import { InMemoryTaskStore } from '@mastra/server/a2a/store'
import { Hono } from 'hono'
import { z } from 'zod'
import { description, model, name, weather } from './lisbon.mjs'

const tool = createTool({
  id: 'weather',
  description: 'Tell the weather of a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async (input) => weather(input),
})
const agent = new Agent({
  id: name,
  name,
  description,
  instructions: description,
  model,
  tools: { weather: tool },
})
const app = new Hono()
const mastra = new Mastra({ agents: { [name]: agent }, logger: false })
await new MastraServer({ app, mastra, taskStore: new InMemoryTaskStore(), prefix: '/api' }).init()
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.argv[2]) })
