import { expect, test } from 'vitest'
import { namedAt } from './net.ts'

test.each<[host: string, name: string | undefined, isNamed: boolean]>([
  ['127.0.0.1', '127.0.0.1:4318', true],
  ['127.0.0.1', 'localhost', true],
  ['::1', '[::1]:4318', true],
  ['127.0.0.1', 'host.docker.internal:4318', true],
  ['127.0.0.1', 'host.docker.internal.evil.test', false],
  ['127.0.0.1', '127.0.0.1.evil.test', false],
  ['127.0.0.1', 'evil.test:4318', false],
  ['127.0.0.1', undefined, false],
  ['0.0.0.0', 'parley:4318', true],
  ['192.168.1.5', 'collector.example.com', true],
])('a server at %s that is called %s: %s', (host, name, isNamed) => {
  expect(namedAt(host)(name)).toBe(isNamed)
})
