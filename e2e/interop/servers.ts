// Every real server of the run: package, exact version, interfaces, and expected failures with the reason.

import type { Needs } from './environments/needs.ts'
import {
  fasta2a0,
  fasta2a2,
  go2,
  java03,
  js1Compat,
  js02,
  js03,
  python1Compat,
  python02,
  python03,
  python103Compat,
  python0210,
} from './known.ts'
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
const java = (version: string, ...more: Needs['packages']): Needs => ({
  kind: 'maven',
  packages: [
    ['io.github.a2asdk:a2a-java-sdk-reference-jsonrpc', version],
    ['io.github.a2asdk:a2a-java-sdk-reference-rest', version],
    ...more,
    ['io.quarkus:quarkus-bom', '3.28.2'],
    ['com.google.protobuf:protobuf-java', '4.32.1'],
  ],
})
const sdk = 'a2a-sdk[http-server,grpc]'

export const servers: readonly Server[] = [
  {
    name: 'a2a-js 0.2.5',
    sources: ['js-0.2', 'js-0'],
    needs: js('0.2.5', ['express', '4.21.2']),
    ways: ['0.2 JSONRPC'],
    known: js02,
  },
  {
    name: 'a2a-js 0.3.14',
    sources: ['js-0.3', 'js-0'],
    needs: js('0.3.14', ...grpcJs),
    ways: all03,
    known: js03,
  },
  { name: 'a2a-js 1.3.0', sources: ['js-1'], needs: js('1.3.0', ...grpcJs), ways: all10 },
  {
    name: 'a2a-js 1.3.0, 0.3 compatibility on',
    sources: ['js-1'],
    needs: js('1.3.0', ...grpcJs),
    flags: ['compat'],
    ways: [...all10, ...all03],
    known: js1Compat,
  },
  {
    name: 'a2a-python 0.2.10',
    sources: ['python-0.2', 'python-0', 'python'],
    needs: python('a2a-sdk', '0.2.10'),
    ways: ['0.2 JSONRPC'],
    known: [...python02, ...python0210],
  },
  {
    name: 'a2a-python 0.2.16',
    sources: ['python-0.2', 'python-0', 'python'],
    needs: python('a2a-sdk', '0.2.16'),
    ways: ['0.2 JSONRPC'],
    known: python02,
  },
  {
    name: 'a2a-python 0.3.26',
    sources: ['python-0.3', 'python-0', 'python'],
    needs: python(sdk, '0.3.26'),
    ways: all03,
    known: python03,
  },
  { name: 'a2a-python 1.0.3', sources: ['python-1', 'python'], needs: python(sdk, '1.0.3'), ways: all10 },
  {
    name: 'a2a-python 1.0.3, 0.3 compatibility on',
    sources: ['python-1', 'python'],
    needs: python(sdk, '1.0.3'),
    flags: ['compat'],
    ways: [...all10, ...all03],
    known: [...python103Compat, ...python1Compat],
  },
  { name: 'a2a-python 1.3.0', sources: ['python-1', 'python'], needs: python(sdk, '1.3.0'), ways: all10 },
  {
    name: 'a2a-python 1.3.0, 0.3 compatibility on',
    sources: ['python-1', 'python'],
    needs: python(sdk, '1.3.0'),
    flags: ['compat'],
    ways: [...all10, ...all03],
    known: python1Compat,
  },
  {
    name: 'fasta2a 0.5.0',
    sources: ['fasta2a'],
    needs: python('fasta2a', '0.5.0'),
    ways: ['0.2 JSONRPC'],
    known: fasta2a0,
    polls: true,
  },
  {
    name: 'fasta2a 0.6.1',
    sources: ['fasta2a'],
    needs: python('fasta2a', '0.6.1'),
    ways: ['0.3 JSONRPC'],
    known: fasta2a0,
    polls: true,
  },
  {
    name: 'fasta2a 2.1.1',
    sources: ['fasta2a'],
    needs: python('fasta2a', '2.1.1'),
    ways: ['1.0 JSONRPC'],
    known: fasta2a2,
  },
  {
    name: 'a2a-go 0.3.15',
    sources: ['go-0.3'],
    needs: go('github.com/a2aproject/a2a-go', '0.3.15'),
    ways: ['0.3 JSONRPC', '0.3 GRPC'],
  },
  {
    name: 'a2a-go 2.2.0',
    sources: ['go-2'],
    needs: go('github.com/a2aproject/a2a-go/v2', '2.2.0'),
    ways: all10,
    known: go2,
  },
  {
    name: 'a2a-go 2.2.0, 0.3 compatibility on',
    sources: ['go-2'],
    needs: go('github.com/a2aproject/a2a-go/v2', '2.2.0'),
    flags: ['compat'],
    ways: [...all10, '0.3 JSONRPC', '0.3 GRPC'],
    known: go2,
  },
  {
    name: 'a2a-java 0.3.2',
    sources: ['java-0.3'],
    needs: java('0.3.2.Final', ['io.github.a2asdk:a2a-java-sdk-reference-grpc', '0.3.2.Final']),
    flags: ['grpc'],
    ways: all03,
    known: java03,
  },
  {
    name: 'a2a-java 0.3.3',
    sources: ['java-0.3'],
    needs: java('0.3.3.Final'),
    ways: ['0.3 JSONRPC', '0.3 HTTP+JSON'],
    known: java03,
  },
  {
    name: 'a2a-java 1.2.0',
    sources: ['java-1'],
    needs: {
      kind: 'maven',
      packages: [['org.a2aproject.sdk:a2a-java-sdk-reference-jsonrpc', '1.2.0.Final']],
    },
    ways: all10,
  },
]
