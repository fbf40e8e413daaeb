import { expect, test } from 'vitest'
import { cardFileName } from './card-text.ts'

test.each([
  ['Travel concierge', 'travel-concierge.agent-card.json'],
  ['Café Zürich #1', 'cafe-zurich-1.agent-card.json'],
  ['../../etc/passwd', 'etc-passwd.agent-card.json'],
  ['safe\u202Egnp.exe', 'safe-gnp-exe.agent-card.json'],
  ['旅行', 'agent-card.json'],
  ['', 'agent-card.json'],
  ['x'.repeat(500), `${'x'.repeat(60)}.agent-card.json`],
])('%s', (name, expected) => {
  expect(cardFileName(name)).toBe(expected)
})
