import { expect, test } from 'vitest'
import { isHttpUrl } from './is-http-url.ts'

test.each([
  ['https', 'https://agent.example/docs', 'https://agent.example/docs'],
  ['http', 'HTTP://Agent.Example', 'http://agent.example/'],
  ['letters that look like others', 'https://аgent.example', 'https://xn--gent-43d.example/'],
  ['javascript', 'javascript:alert(1)', undefined],
  ['javascript, broken up', 'java\nscript:alert(1)', undefined],
  ['a file', 'file:///etc/passwd', undefined],
  ['data', 'data:text/html,<script>1</script>', undefined],
  ['a relative address', '/docs', undefined],
  ['no address', 'see the manual', undefined],
  ['an address too long to be read', `https://a.example/${'x'.repeat(9000)}`, undefined],
])('%s', (_name, url, expected) => {
  expect(isHttpUrl(url)).toBe(expected)
})
