import { checkCard, checkEvent, checkReply, checkWebhook } from '#shared/a2a/check.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { SampleUse } from './sample.ts'

/** Runs the check of a sample on another document. */
export function judge(use: SampleUse, document: JsonValue): readonly Finding[] {
  switch (use.as) {
    case 'card':
      return checkCard(document)
    case 'reply':
      return checkReply({ ...use, raw: document, requestId: 'request-1' })
    case 'event':
      return checkEvent({ ...use, raw: document, requestId: 'request-1' })
    case 'webhook':
      return checkWebhook({ dialect: use.dialect, raw: document })
  }
}
