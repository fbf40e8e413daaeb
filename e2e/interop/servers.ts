// Every real server the run starts: package, exact version, ways in, and what is known not to work, with the reason.

import type { Needs } from './environments/environment.ts'
import type { Server } from './server-table.ts'

const all10 = ['1.0 JSONRPC', '1.0 HTTP+JSON', '1.0 GRPC']
const all03 = ['0.3 JSONRPC', '0.3 HTTP+JSON', '0.3 GRPC']

const grpcJs = [
  ['express', '5.1.0'],
  ['@grpc/grpc-js', '1.14.7'],
  ['@bufbuild/protobuf', '2.17.0'],
] as const
const uvicorn = ['uvicorn', '0.54.0'] as const

const js = (version: string, ...more: Needs['packages']): Needs => ({
  kind: 'npm',
  packages: [['@a2a-js/sdk', version], ...more],
})
const python = (name: string, version: string): Needs => ({
  kind: 'venv',
  packages: [[name, version], uvicorn],
})
const go = (name: string, version: string): Needs => ({ kind: 'go', packages: [[name, `v${version}`]] })
const sdk = 'a2a-sdk[http-server,grpc]'

export const servers: readonly Server[] = [
  {
    name: 'a2a-js 0.2.5',
    source: 'js-0.2',
    needs: js('0.2.5', ['express', '4.21.2']),
    ways: ['0.2 JSONRPC'],
  },
  { name: 'a2a-js 0.3.14', source: 'js-0.3', needs: js('0.3.14', ...grpcJs), ways: all03 },
  { name: 'a2a-js 1.3.0', source: 'js-1', needs: js('1.3.0', ...grpcJs), ways: all10 },
  {
    name: 'a2a-js 1.3.0, 0.3 compatibility on',
    source: 'js-1',
    needs: js('1.3.0', ...grpcJs),
    flags: ['compat'],
    ways: [...all10, ...all03],
  },
  {
    name: 'a2a-python 0.2.10',
    source: 'python-0.2',
    needs: python('a2a-sdk', '0.2.10'),
    ways: ['0.2 JSONRPC'],
  },
  {
    name: 'a2a-python 0.2.16',
    source: 'python-0.2',
    needs: python('a2a-sdk', '0.2.16'),
    ways: ['0.2 JSONRPC'],
  },
  { name: 'a2a-python 0.3.26', source: 'python-0.3', needs: python(sdk, '0.3.26'), ways: all03 },
  { name: 'a2a-python 1.0.3', source: 'python-1', needs: python(sdk, '1.0.3'), ways: all10 },
  { name: 'a2a-python 1.3.0', source: 'python-1', needs: python(sdk, '1.3.0'), ways: all10 },
  {
    name: 'a2a-python 1.3.0, 0.3 compatibility on',
    source: 'python-1',
    needs: python(sdk, '1.3.0'),
    flags: ['compat'],
    ways: [...all10, ...all03],
  },
  {
    name: 'fasta2a 0.5.0',
    source: 'fasta2a',
    needs: python('fasta2a', '0.5.0'),
    ways: ['0.2 JSONRPC'],
    polls: true,
  },
  {
    name: 'fasta2a 0.6.1',
    source: 'fasta2a',
    needs: python('fasta2a', '0.6.1'),
    ways: ['0.3 JSONRPC'],
    polls: true,
  },
  { name: 'fasta2a 2.1.1', source: 'fasta2a', needs: python('fasta2a', '2.1.1'), ways: ['1.0 JSONRPC'] },
  {
    name: 'a2a-go 0.3.15',
    source: 'go-0.3',
    needs: go('github.com/a2aproject/a2a-go', '0.3.15'),
    ways: ['0.3 JSONRPC', '0.3 GRPC'],
  },
  {
    name: 'a2a-go 2.2.0',
    source: 'go-2',
    needs: go('github.com/a2aproject/a2a-go/v2', '2.2.0'),
    ways: all10,
  },
  {
    name: 'a2a-go 2.2.0, 0.3 compatibility on',
    source: 'go-2',
    needs: go('github.com/a2aproject/a2a-go/v2', '2.2.0'),
    flags: ['compat'],
    ways: [...all10, '0.3 JSONRPC', '0.3 GRPC'],
  },
]
