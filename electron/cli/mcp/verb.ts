import { dataFlags } from '../flags.ts'
import type { Flag, Verb } from '../verb.ts'

const wayFlags: readonly Flag[] = [
  {
    name: 'attach',
    help: 'use the Parley whose window is open: a person watches, consents and can stop it',
  },
  { name: 'http', help: 'serve over HTTP on 127.0.0.1; the token that callers need is printed once' },
  { name: 'port', value: 'NUMBER', help: 'with --http: port to listen on (default: any free port)' },
]

export const mcpVerb: Verb = {
  name: 'mcp',
  summary: 'serve Parley to a coding agent over MCP',
  operands: '',
  about:
    'Serves Parley to a coding agent over the Model Context Protocol, on standard input and output or over HTTP: connect, send, read findings, run checks.',
  flags: [...dataFlags, ...wayFlags],
  examples: [
    ['', 'as the command of an MCP server, in the settings of a coding agent'],
    ['--data-dir ./parley', 'with its own sessions'],
    ['--attach', 'in the window that is open'],
    ['--http --port 41300', 'to coding agents that only speak HTTP'],
  ],
  exitCodes: [
    [0, 'the coding agent closed the connection'],
    [1, 'failed'],
    [2, 'wrong usage'],
  ],
  load: async () => ({ run: (await import('./run.ts')).runMcp }),
}
