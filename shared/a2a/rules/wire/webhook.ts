// How a webhook call identifies itself and says what it carries. Secrets are compared elsewhere; only the outcome
// comes here.

import type { HeaderList } from '../../dialect.ts'
import { headerOf } from '../../header-of.ts'
import { contentTypeShown } from '../../json-kinds.ts'
import { note, type Report } from '../report.ts'

export type CredentialState = 'right' | 'wrong' | 'absent'

export interface WebhookCredentials {
  /** Left out when the configuration registered none. */
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
    const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
    if (type !== 'application/json' && type !== 'application/a2a+json') {
      note(
        report,
        'PARLEY-PUSH-001',
        undefined,
        `The notification is JSON, but ${contentTypeShown(contentType)}.`,
      )
    }
  }
  if (credentials !== undefined) checkCredentials(report, credentials)
}

/** Either proof will do (PROTOCOL §6.3); a wrong one never does. */
function checkCredentials(report: Report, { token, authorization }: WebhookCredentials): void {
  if (authorization === 'wrong') {
    note(
      report,
      'PUSH-DELIVER-001',
      undefined,
      '`Authorization` doesn’t have the credentials that were registered.',
      {
        severity: 'error',
      },
    )
  } else if (authorization === 'absent') {
    const severity = token === 'right' ? 'warning' : 'error'
    note(
      report,
      'PUSH-DELIVER-001',
      undefined,
      'The call has no `Authorization`, but credentials were registered.',
      { severity },
    )
  }
  if (token === 'wrong')
    note(
      report,
      'PARLEY-PUSH-002',
      undefined,
      '`X-A2A-Notification-Token` isn’t the token that was registered.',
    )
  else if (token === 'absent' && authorization !== 'right') {
    note(
      report,
      'PARLEY-PUSH-002',
      undefined,
      'The call has no `X-A2A-Notification-Token`, but a token was registered.',
    )
  }
}
