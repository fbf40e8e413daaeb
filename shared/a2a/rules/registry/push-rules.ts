import { rule } from './rule.ts'

export const pushRules = {
  'PUSH-DELIVER-001': rule({
    title: 'A notification carries the credentials registered',
    severity: 'warning',
    also: ['error'],
    section: 'notification',
    meaning:
      'The configuration registered credentials, but the call came without them, so anyone could have sent it.',
    hint: 'Send `Authorization: {scheme} {credentials}` with every notification.',
  }),
  'PUSH-DELIVER-003': rule({
    title: 'A notification is a StreamResponse',
    severity: 'error',
    section: 'notification',
    meaning: '1.0 posts the wrapped items of a stream; earlier versions post the bare Task.',
    hint: 'Post the form of the version the webhook was registered with.',
  }),
  'PARLEY-PUSH-001': rule({
    title: 'A notification is JSON by its content type',
    severity: 'warning',
    section: 'notification',
    meaning: 'The content type is neither `application/json` nor `application/a2a+json`.',
    hint: 'Send `Content-Type: application/a2a+json` or `application/json`.',
  }),
  'PARLEY-PUSH-002': rule({
    title: 'The notification token comes back',
    severity: 'error',
    section: 'notification',
    meaning:
      'A token was registered, but the call carries another one, or neither a token nor other credentials: anyone could have sent it.',
    hint: 'Send the token of the configuration, unchanged, in `X-A2A-Notification-Token`.',
  }),
  'PUSH-DEL-001': rule({
    title: 'A deleted push configuration is gone',
    severity: 'error',
    section: 'push delete',
    meaning:
      'The agent deleted the configuration, but lists or returns it later: it may still call the webhook, and the client can’t stop it.',
    hint: 'Remove the configuration for good, from every store and replica, before you respond to the deletion.',
  }),
  'PARLEY-PUSH-003': rule({
    title: 'A notification goes to the webhooks of its task',
    severity: 'error',
    section: 'notification',
    meaning:
      'The webhook was registered for another task: its client receives updates that it didn’t request, and the client of this task misses them.',
    hint: 'Look up the webhooks by the id of the task that the notification is about.',
  }),
} as const
