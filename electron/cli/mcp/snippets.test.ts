// The settings for coding agents in docs/MCP.md: each parses in its format, and names a command that serves the tools.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openCodingAgent, root } from '../../../e2e/fixtures/coding-agent.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { ensureBuilt } from '../../built.ts'
import { tools } from './server.ts'

vi.setConfig({ testTimeout: 60_000 })

const text = readFileSync(join(root, 'docs', 'MCP.md'), 'utf8')
const commandSchema = z.object({ command: z.string(), args: z.array(z.string()) })
const settingsSchema = z.record(z.string(), z.object({ parley: commandSchema }))

/** In JSON, in TOML, and as a command of Claude Code. */
const written = [
  ...[
    ...text.matchAll(/\{ "(?:mcpServers|servers|context_servers)": .* \}\}?|"context_servers": \{.*?\} \}/g),
  ].map(
    ([json]) =>
      Object.values(settingsSchema.parse(JSON.parse(json.startsWith('{') ? json : `{ ${json} }`)))[0]?.parley,
  ),
  ...[...text.matchAll(/`command = (".*?")`, `args = (\[.*?\])`/g)].map(([, command = '', args = '']) =>
    commandSchema.parse({ command: JSON.parse(command), args: JSON.parse(args) }),
  ),
  ...[...text.matchAll(/claude mcp add parley -- (\S+) (.*?)`/g)].map(([, command = '', args = '']) => ({
    command,
    args: args.split(' '),
  })),
]

let folder: string
beforeAll(() => ensureBuilt(root, () => undefined), 180_000)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-snippets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each names the package in this version, and its command', () => {
  expect(written).toHaveLength(5)
  for (const snippet of written)
    expect(snippet).toEqual({ command: 'npx', args: ['-y', `parley-a2a@${packageJson.version}`, 'mcp'] })
  expect([packageJson.name, Object.keys(packageJson.bin)]).toEqual(['parley-a2a', ['parley-a2a']])
})

test('the command of the package serves the tools, without flags', async () => {
  const { client, close } = await openCodingAgent(folder, [])
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  await close()
})
