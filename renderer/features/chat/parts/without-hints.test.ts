import { expect, test } from 'vitest'
import { withoutHints } from './without-hints.ts'

test.each([
  '<link rel=preconnect href="http://a.example">',
  '<LINK/rel="dns-prefetch"\nhref="http://a.example">',
  '<svg><link rel=preconnect href="http://a.example"></svg>',
  '<iframe srcdoc="&lt;link rel=preconnect href=http://a.example&gt;">',
  "<iframe SRCDOC='&#60;link rel=preconnect>'>",
])('%s connects to nothing', (html) => {
  const page = withoutHints(html)
  expect(page).not.toMatch(/<link\b|\ssrcdoc/i)
  expect(page).toContain("default-src 'none'")
})
