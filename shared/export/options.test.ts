import { expect, test } from 'vitest'
import { curlForBash, curlForPowerShell } from './curl.ts'
import { grpcurl } from './grpcurl.ts'
import { chosenHeaders, type SentRequest } from './sent-request.ts'

const sent: SentRequest = {
  exchangeId: 'x',
  call: { purpose: 'raw', label: '' },
  method: 'POST',
  url: '-o/tmp/pwned',
  headers: [],
}

test('an address is no option of curl', () => {
  expect(curlForBash(sent)).toMatch(/^curl --url '-o\/tmp\/pwned'/)
  expect(curlForPowerShell(sent)).toContain('url = "-o/tmp/pwned"')
})

test('a host is no option of grpcurl', () => {
  expect(grpcurl({ ...sent, url: 'http://-protoset-out=x/a.B/C' }, 'AA')).toMatch(
    / -- '-protoset-out=x:80' 'a\.B\/C'$/,
  )
})

test('a header that curl would read from a file, or that nobody could send, is left out', () => {
  const headers = [
    ['@/etc/passwd', ''],
    [':authority', 'h'],
    ['X-A', '@b'],
    ['a b', 'c'],
  ] as const
  expect(chosenHeaders(headers)).toEqual([['X-A', '@b']])
})
