import { expect, test } from 'vitest'
import { CallersWebhooks } from './callers-webhooks.ts'

const most = 20

test('the newest are known, one that is named or called again stays, and older ones go', () => {
  const webhooks = new CallersWebhooks({
    plan: { host: '127.0.0.1', replacedWebhooks: [] },
    address: () => 'http://127.0.0.1:1',
    isOwn: () => false,
    most,
  })
  const addressFor = (url: string): string => {
    const named = { caller: '127.0.0.1:9', host: '127.0.0.1:1', origin: 'http://agent.test' }
    const replaced = webhooks.replace({ config: { url }, isPlaced: true, withAddress: Buffer.from }, named)
    return 'address' in replaced ? replaced.address : replaced.reason
  }
  const calledAt = (address: string) => webhooks.called(new URL(address).pathname)

  const again = addressFor('http://webhook.test/again')
  const called = addressFor('http://webhook.test/called')
  const others: string[] = []
  for (let index = 0; index < 5 * most; index += 1) {
    others.push(addressFor(`http://webhook.test/${index}`))
    expect(addressFor('http://webhook.test/again')).toBe(again)
    expect(calledAt(called)?.webhook.url).toBe('http://webhook.test/called')
  }
  expect(calledAt(again)?.webhook.url).toBe('http://webhook.test/again')
  expect(others.slice(-most + 2).map((address) => calledAt(address)?.webhook.url)).toEqual(
    Array.from({ length: most - 2 }, (_, index) => `http://webhook.test/${4 * most + index + 2}`),
  )
  expect(others.slice(0, most).map(calledAt)).toEqual(Array(most).fill(null))
})
