import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createGuard } from './guard.ts'

const verdict = (served: string, host: string, origin?: string) =>
  createGuard(served, 4000).refuseForeign({
    headers: { host, ...(origin && { origin }) },
  } as IncomingMessage) ?? 'let in'

test.each([
  ['127.0.0.1', '127.0.0.1:4000', 'let in'],
  ['127.0.0.1', 'localhost:4000', 'let in'],
  ['127.0.0.1', '192.0.2.7:4000', 'foreign-host'],
  ['192.0.2.7', '192.0.2.7:4000', 'let in'],
  ['192.0.2.7', '192.0.2.8:4000', 'foreign-host'],
  ['parley.lan', 'parley.lan:4000', 'let in'],
  ['::1', '[::1]:4000', 'let in'],
  ['0.0.0.0', '192.0.2.7:8080', 'let in'],
  ['0.0.0.0', 'localhost:8080', 'let in'],
  ['::', '[2001:db8::1]:8080', 'let in'],
  ['0.0.0.0', 'parley.example:4000', 'foreign-host'],
  ['0.0.0.0', '192.0.2.7.example:4000', 'foreign-host'],
  ['0.0.0.0', '', 'foreign-host'],
])('served on %s, asked as %s: %s', (served, host, expected) => {
  expect(verdict(served, host)).toBe(expected)
})

test.each([
  ['http://192.0.2.7:8080', 'let in'],
  ['http://192.0.2.8:8080', 'foreign-origin'],
  ['https://192.0.2.7:8080', 'foreign-origin'],
  ['null', 'foreign-origin'],
])('served on every address, a page of %s: %s', (origin, expected) => {
  expect(verdict('0.0.0.0', '192.0.2.7:8080', origin)).toBe(expected)
})
