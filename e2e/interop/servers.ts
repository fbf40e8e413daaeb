// Every real server the run starts: package, exact version, ways in, and what is known not to work, with the reason.

import type { Server } from './server-table.ts'

const expressGrpc = [
  ['express', '5.1.0'],
  ['@grpc/grpc-js', '1.14.7'],
  ['@bufbuild/protobuf', '2.17.0'],
] as const

const jsonRpc10 = ['1.0 JSONRPC', '1.0 HTTP+JSON', '1.0 GRPC']
const all03 = ['0.3.0 JSONRPC', '0.3.0 HTTP+JSON', '0.3.0 GRPC']

export const servers: readonly Server[] = [
  {
    name: 'a2a-js 1.3.0',
    source: 'js-1',
    needs: { kind: 'npm', packages: [['@a2a-js/sdk', '1.3.0'], ...expressGrpc] },
    ways: jsonRpc10,
  },
  {
    name: 'a2a-python 0.3.26',
    source: 'python-0.3',
    needs: {
      kind: 'venv',
      packages: [
        ['a2a-sdk[http-server,grpc]', '0.3.26'],
        ['uvicorn', '0.54.0'],
      ],
    },
    ways: all03,
  },
]
