import { expect, test } from 'vitest'
import { defined } from '#shared/defined.ts'
import { absoluteUrl, suspiciousAddresses } from './addresses.ts'

const publicCard = 'https://agent.example/.well-known/agent-card.json'
const nearCard = 'http://127.0.0.1:4000/.well-known/agent-card.json'

test.each<[string, string, string, string | undefined, string]>([
  ['listening', 'http://0.0.0.0:8000/a', publicCard, 'https://agent.example/a', 'JSONRPC'],
  ['listening', 'http://0.0.0.0:8000/a', nearCard, 'http://127.0.0.1:8000/a', 'JSONRPC'],
  ['listening', 'http://[::]:9/invoke', nearCard, 'http://127.0.0.1:9/invoke', 'JSONRPC'],
  ['inner', 'http://travel-agent:8080', publicCard, 'https://agent.example', 'JSONRPC'],
  ['inner', 'http://host.docker.internal:8080/x?y=1', nearCard, 'http://127.0.0.1:8080/x?y=1', 'JSONRPC'],
  ['inner', 'http://a.ns.svc.cluster.local/', publicCard, 'https://agent.example/', 'JSONRPC'],
  ['local', 'http://localhost:8000/', publicCard, 'https://agent.example/', 'JSONRPC'],
  ['local', 'http://10.1.2.3/', publicCard, 'https://agent.example/', 'JSONRPC'],
  ['relative', '/a2a', publicCard, 'https://agent.example/a2a', 'JSONRPC'],
  ['relative', 'a2a', nearCard, 'http://127.0.0.1:4000/.well-known/a2a', 'JSONRPC'],
  ['plaintext', 'http://agent.example/a2a', publicCard, 'https://agent.example/a2a', 'JSONRPC'],
  ['plaintext', 'http://agent.example:80', publicCard, 'https://agent.example', 'JSONRPC'],
  ['plaintext', 'http://other.example/', publicCard, 'https://other.example/', 'JSONRPC'],
  ['not-http', 'javascript:alert(1)', publicCard, undefined, 'JSONRPC'],
  ['not-http', 'file:///etc/passwd', publicCard, undefined, 'HTTP+JSON'],
  ['not-grpc', 'unix:/run/agent.sock', publicCard, undefined, 'GRPC'],
  ['not-grpc', 'unix:443', nearCard, undefined, 'GRPC'],
  ['not-grpc', 'unix-abstract:agent', publicCard, undefined, 'GRPC'],
  ['not-grpc', 'vsock:1:2', publicCard, undefined, 'GRPC'],
  ['not-grpc', 'dns://8.8.8.8/agent.example', publicCard, undefined, 'GRPC'],
  ['not-grpc', 'ipv4:nonsense', publicCard, undefined, 'GRPC'],
  ['not-grpc', 'agent.example:99999', publicCard, undefined, 'GRPC'],
  ['not-grpc', 'http://[', publicCard, undefined, 'GRPC'],
  ['local', 'ipv4:127.0.0.1:50051', publicCard, 'agent.example:50051', 'GRPC'],
  ['local', 'dns:localhost:50051', publicCard, 'agent.example:50051', 'GRPC'],
  ['local', 'ipv6:[::1]:50051', publicCard, 'agent.example:50051', 'GRPC'],
  ['listening', '0.0.0.0:50051', nearCard, '127.0.0.1:50051', 'GRPC'],
  ['inner', 'grpc://agent:50051', publicCard, 'grpc://agent.example:50051', 'GRPC'],
])('%s: %s on a card from %s', (kind, url, cardUrl, substitute, protocolBinding) => {
  const raw = {
    supportedInterfaces: [
      { url: 'https://a.example', protocolBinding },
      { url, protocolBinding },
    ],
  }
  expect(suspiciousAddresses(raw, cardUrl).filter((each) => each.pointer.includes('/1/'))).toEqual([
    {
      pointer: '/supportedInterfaces/1/url',
      url,
      kind,
      sentence: expect.any(String),
      ...defined({ substitute }),
    },
  ])
})

test.each([
  ['https://agent.example/a2a', publicCard, 'JSONRPC'],
  ['https://other.example/a2a', publicCard, 'JSONRPC'],
  ['http://127.0.0.1:5000/', nearCard, 'JSONRPC'],
  ['http://localhost:4000/', nearCard, 'JSONRPC'],
  ['agent.example:443', publicCard, 'GRPC'],
  ['dns:agent.example:443', publicCard, 'GRPC'],
  ['dns:///agent.example:443', publicCard, 'GRPC'],
  ['ipv4:93.184.216.34:443', publicCard, 'GRPC'],
])('%s is nothing to worry about on a card from %s', (url, cardUrl, transport) => {
  expect(suspiciousAddresses({ url, preferredTransport: transport }, cardUrl)).toEqual([])
})

test('without a place to come from, only what is never right is told', () => {
  const raw = {
    url: 'http://0.0.0.0:1',
    additionalInterfaces: [{ url: 'http://localhost:1' }, { url: '/x' }, 7],
  }
  expect(
    suspiciousAddresses(raw, undefined).map(({ pointer, kind, substitute }) => [pointer, kind, substitute]),
  ).toEqual([
    ['/url', 'listening', undefined],
    ['/additionalInterfaces/1/url', 'relative', undefined],
  ])
  expect(suspiciousAddresses(null, undefined)).toEqual([])
})

test('a relative address is read against the card’s own', () => {
  expect(absoluteUrl('/a', 'JSONRPC', publicCard)).toBe('https://agent.example/a')
  expect(absoluteUrl('host:1', 'GRPC', publicCard)).toBe('host:1')
  expect(absoluteUrl('/a', 'JSONRPC', undefined)).toBe('/a')
})
