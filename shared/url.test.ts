import { expect, test } from 'vitest'
import { bareHost, portOf, type UrlParts, urlParts, withoutQuery } from './url.ts'

const nothing: UrlParts = { scheme: '', authority: '', host: '', port: undefined, path: '', query: '' }

test.each<[string, Partial<UrlParts>]>([
  ['', {}],
  ['/a/b?c=d#e', { path: '/a/b', query: 'c=d' }],
  ['a/b', { path: 'a/b' }],
  ['//a/b', { path: '//a/b' }],
  ['http://a', { scheme: 'http', authority: 'a', host: 'a', port: 80 }],
  ['HTTPS://A.test/', { scheme: 'https', authority: 'A.test', host: 'A.test', port: 443, path: '/' }],
  ['grpcs://a', { scheme: 'grpcs', authority: 'a', host: 'a', port: 443 }],
  ['grpc://a', { scheme: 'grpc', authority: 'a', host: 'a' }],
  ['dns:///a:1', { scheme: 'dns', path: '/a:1' }],
  ['http://a:8080?x', { scheme: 'http', authority: 'a:8080', host: 'a', port: 8080, query: 'x' }],
  ['http://a?b=http://c', { scheme: 'http', authority: 'a', host: 'a', port: 80, query: 'b=http://c' }],
  ['http://u:p@a:1/b', { scheme: 'http', authority: 'u:p@a:1', host: 'a', port: 1, path: '/b' }],
  ['http://[::1]:1/', { scheme: 'http', authority: '[::1]:1', host: '::1', port: 1, path: '/' }],
  ['http://a:b/c', { scheme: 'http', authority: 'a:b', host: 'a', port: 80, path: '/c' }],
])('the parts of %j', (text, expected) => {
  expect(urlParts(text)).toEqual({ ...nothing, ...expected })
})

test.each<[string, Partial<UrlParts>]>([
  ['a:50051', { authority: 'a:50051', host: 'a', port: 50051 }],
  ['[::1]:1', { authority: '[::1]:1', host: '::1', port: 1 }],
  ['a/b?c', { authority: 'a', host: 'a', path: '/b', query: 'c' }],
  ['https://a/b', { scheme: 'https', authority: 'a', host: 'a', port: 443, path: '/b' }],
])('the parts of %j, which may begin with its host', (text, expected) => {
  expect(urlParts(text, 'with host')).toEqual({ ...nothing, ...expected })
})

test.each([
  ['http:', '', 80],
  ['https:', '', 443],
  ['https:', '80', 80],
])('the port of %s with %j is %i', (protocol, port, expected) => {
  expect(portOf({ protocol, port })).toBe(expected)
})

test('an address without its query, a host without its brackets', () => {
  expect(['http://a/b?c#d', '/a#b?c', '/a\n?b\nc', 'a'].map(withoutQuery)).toEqual([
    'http://a/b',
    '/a',
    '/a\n',
    'a',
  ])
  expect(['[::1]', '127.0.0.1', ''].map(bareHost)).toEqual(['::1', '127.0.0.1', ''])
})
