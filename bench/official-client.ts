// The official client of A2A 0.3, for comparison. It is not a dependency of this project: it is installed into a
// temporary folder if the registry responds; otherwise the comparison is left out.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface OfficialClient {
  sendMessageStream(params: unknown): AsyncIterable<unknown>
}

export async function openOfficialClient(url: string): Promise<OfficialClient | undefined> {
  const folder = install()
  if (folder === undefined) return undefined
  const require = createRequire(join(folder, 'package.json'))
  const entry = require.resolve('@a2a-js/sdk/client')
  const { A2AClient } = await import(pathToFileURL(entry).href)
  const card = {
    name: 'bench',
    description: '',
    url,
    version: '1',
    protocolVersion: '0.3.0',
    capabilities: { streaming: true },
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
  }
  return new A2AClient(card)
}

function install(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-sdk-'))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(
    npm,
    ['install', '--no-audit', '--no-fund', '--silent', '@a2a-js/sdk@0.3.14', 'express'],
    { cwd: folder, timeout: 120_000, stdio: 'ignore' },
  )
  return status === 0 ? folder : undefined
}
