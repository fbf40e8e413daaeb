import { expect, test } from 'vitest'
import { createNoise } from './receiver.ts'

const secret = 'a-secret-of-the-user'
const mask = (text: string) => text.replaceAll(secret, '[secret]')

test.each([270, 290, 299, 300, 310])(
  'a secret that begins at character %i is cut with what hides it',
  (start) => {
    const noise = createNoise(mask, () => 0)
    noise.add({
      remoteAddress: '127.0.0.1',
      request: `${'x'.repeat(start)}${secret} HTTP/1.1`,
      reason: 'none',
    })
    const [call] = noise.state().latest
    expect(call?.request).not.toContain(secret.slice(0, 4))
    expect(call?.request.endsWith('…')).toBe(start > 280)
  },
)
