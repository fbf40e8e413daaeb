// `node e2e/agents/cli.ts --list` names every agent; `node e2e/agents/cli.ts NAME…` starts some.

import { families } from './catalogue/catalogue.ts'

const names = process.argv.slice(2).filter((argument) => argument !== '--')

if (names.length === 0 || names.includes('--list') || names.includes('--help')) list()
else await run(names)

function list(): void {
  for (const [family, agents] of Object.entries(families)) {
    console.log(`\n${family}`)
    for (const { name, does, mirrors } of agents) console.log(`  ${name.padEnd(26)} ${does} (${mirrors})`)
  }
}

async function run(requested: readonly string[]): Promise<void> {
  const all = Object.values(families).flat()
  const unknown = requested.find((name) => !all.some((agent) => agent.name === name))
  if (unknown !== undefined) {
    console.error(`No agent is named ${unknown}; --list names them all.`)
    process.exitCode = 1
    return
  }
  const started = await Promise.all(
    all
      .filter(({ name }) => requested.includes(name))
      .map(async (agent) => ({ agent, running: await agent.start() })),
  )
  const stop = (): void => {
    void Promise.all(started.map(({ running }) => running.close()))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  for (const { agent, running } of started) console.log(`${agent.name}: ${running.url}\n  ${agent.does}`)
}
