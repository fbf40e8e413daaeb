import { describe, expect, test } from 'vitest'
import { readTypedAddress } from './typed-address.ts'

const urlOf = (typed: string) => {
  const read = readTypedAddress(typed)
  return read.kind === 'address' ? read.url : undefined
}

test.each([
  ['a port', '9109', 'http://localhost:9109'],
  ['a port with its colon', ':9109', 'http://localhost:9109'],
  ['a port and a path', ':9109/a2a/x?y=1', 'http://localhost:9109/a2a/x?y=1'],
  ['a host and port', 'localhost:9999', 'http://localhost:9999'],
  ['an IP address and port', '127.0.0.1:80', 'http://127.0.0.1:80'],
  ['an IPv6 address', '::1', 'http://[::1]'],
  ['an IPv6 address and port', '[::1]:9100', 'http://[::1]:9100'],
  ['a name', 'agent.example', 'https://agent.example'],
  ['a name of the network', 'agent-box', 'http://agent-box'],
  ['an address, as it was typed', 'https://agent.example/a2a/', 'https://agent.example/a2a/'],
  ['quotes', ' "https://agent.example/a2a" ', 'https://agent.example/a2a'],
  ['curly quotes and a full stop', '“agent.example”.', 'https://agent.example'],
  ['angle brackets', '<http://127.0.0.1:4000>', 'http://127.0.0.1:4000'],
  ['brackets and a comma', '(http://127.0.0.1:4000/x),', 'http://127.0.0.1:4000/x'],
  ['brackets that belong to it', 'http://127.0.0.1/a(b)', 'http://127.0.0.1/a(b)'],
  ['a colon at its end', 'localhost:', 'http://localhost'],
  ['one slash', 'http:/agent.example/x', 'http://agent.example/x'],
  ['capitals', 'HTTPS://agent.example', 'HTTPS://agent.example'],
])('%s', (_name, typed, url) => {
  expect(urlOf(typed)).toBe(url)
})

describe('nothing is called that was not meant', () => {
  test.each([
    ['2130706433', /neither a port/],
    ['0', /neither a port/],
    ['65536', /neither a port/],
    ['0x7f.1', /would read 127\.0\.0\.1/],
    ['127.1', /would read 127\.0\.0\.1/],
    ['http://2130706433/', /would read 127\.0\.0\.1/],
    ['https://0177.0.0.1:8443/a2a', /would read 127\.0\.0\.1/],
    ['http://0x7f000001', /would read 127\.0\.0\.1/],
    ['http:\\\\0x7f.1', /would read 127\.0\.0\.1/],
    ['１２７.0.0.1', /would read 127\.0\.0\.1/],
    ['http://%31%32%37.0.0.1', /would read 127\.0\.0\.1/],
    ['http://agent.exa\tmple', /has a space in it/],
    ['agent.example and more', /has a space in it/],
    ['file:///etc/passwd', /file: is neither/],
    ['file:/etc/passwd', /file: is neither/],
    ['htp://agent.example', /htp: is neither/],
    ['javascript:alert(1)', /javascript: is neither/],
    ['mailto:ada@agent.example', /mailto: is neither/],
    ['http://', /isn’t an address/],
    ['http:///', /isn’t an address/],
    ['""', /no address/],
    ['', /no address/],
  ])('%s', (typed, sentence) => {
    const read = readTypedAddress(typed)
    expect(read).toEqual({ kind: 'problem', sentence: expect.stringMatching(sentence) })
  })
})
