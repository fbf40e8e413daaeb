// Checks the headers and credentials of a webhook call. Secrets are compared elsewhere; this gets the outcome only.

import { mediaTypeOf } from '../../../media-type.ts'
import type { HeaderList } from '../../dialect.ts'
import { headerOf } from '../../header-of.ts'
import { contentTypeShown } from '../../json-kinds.ts'
import { note, type Report } from '../report.ts'

export type CredentialState = 'right' | 'wrong' | 'absent'

export interface WebhookCredentials {
  /** Absent when the configuration registered none. */
  readonly token?: CredentialState
  readonly authorization?: CredentialState
}

export function checkWebhookHead(
  report: Report,
  headers: HeaderList | undefined,
  credentials: WebhookCredentials | undefined,
): void {
  if (headers !== undefined) {
    const contentType = headerOf(headers, 'content-type')
    const type = mediaTypeOf(contentType)
    if (type !== 'application/json' && type !== 'application/a2a+json') {
      const message = `The notification is JSON, but ${contentTypeShown(contentType)}.`
      note(report, 'PARLEY-PUSH-001', undefined, message)
    }
  }
  if (credentials !== undefined) checkCredentials(report, credentials)
}

/** Either proof suffices (PROTOCOL §6.3); a wrong one never does. */
function checkCredentials(report: Report, { token, authorization }: WebhookCredentials): void {
  if (authorization === 'wrong') {
    const message = '`Authorization` doesn’t have the credentials that were registered.'
    note(report, 'PUSH-DELIVER-001', undefined, message, { severity: 'error' })
  } else if (authorization === 'absent') {
    const message = 'The call has no `Authorization`, but credentials were registered.'
    const severity = token === 'right' ? 'warning' : 'error'
    note(report, 'PUSH-DELIVER-001', undefined, message, { severity })
  }
  if (token === 'wrong') {
    const message = '`X-A2A-Notification-Token` isn’t the token that was registered.'
    note(report, 'PARLEY-PUSH-002', undefined, message)
  } else if (token === 'absent' && authorization !== 'right') {
    const message = 'The call has no `X-A2A-Notification-Token`, but a token was registered.'
    note(report, 'PARLEY-PUSH-002', undefined, message)
  }
}
