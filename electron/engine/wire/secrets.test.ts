import { expect, test } from 'vitest'
import { secretMarkPattern } from '#shared/record/secret-mark.ts'
import { createSecrets } from './secrets.ts'

test.each(['plain-token', '\\ud800 half a character', 'quote \\" and ☂'])(
  'the token %s of a push configuration is kept out of what is sent and of what is said of it',
  (token) => {
    const secrets = createSecrets()
    const config = `{"pushNotificationConfig":{"url":"http://a/","token":"${token}"}}`
    const masked = secrets.text(config, 'ours', 'push')
    const [mark = ''] = masked.match(secretMarkPattern) ?? []
    expect(masked).toBe(`{"pushNotificationConfig":{"url":"http://a/","token":"${mark}"}}`)
    expect(secrets.text(`it said "${token}" again`, 'theirs')).toBe(`it said "${mark}" again`)
  },
)
