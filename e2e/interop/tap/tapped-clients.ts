// Every SDK whose client calls through a tap. It must get the same results with and without it.

import type { Subject } from '../server-table.ts'
import { servers } from '../servers.ts'
import type { TappedClient } from './tapped-client.ts'

const http = ['JSONRPC', 'HTTP+JSON'] as const
const all = [...http, 'GRPC'] as const

export const tappedClients: readonly TappedClient[] = [
  { ...subject('a2a-js 0.3.14'), bindings: all },
  { ...subject('a2a-js 1.3.0'), bindings: all },
  { ...subject('a2a-python 0.3.26'), bindings: all },
  {
    ...subject('a2a-go 0.3.15'),
    bindings: ['JSONRPC', 'GRPC'],
    findings: ['JSONRPC-FMT-002', 'PARLEY-RPC-005'],
  },
  {
    ...subject('a2a-go 2.2.0'),
    bindings: all,
    findings: [
      ...['CARD-CACHE-001', 'CARD-CACHE-002', 'DM-SERIAL-004', 'DM-SERIAL-005', 'JSONRPC-ERR-003'],
      ...['PARLEY-OBJ-001', 'PARLEY-RPC-005'],
    ],
  },
  { ...subject('a2a-java 0.3.3'), bindings: http },
  { ...subject('a2a-python 1.3.0'), bindings: all, findings: ['CARD-CACHE-001'] },
]

function subject(name: string): Subject {
  const server = servers.find((each) => each.name === name)
  if (!server) throw new Error(`There is no server ${name} in the table.`)
  const { sources, needs } = server
  return { name, needs, sources }
}
