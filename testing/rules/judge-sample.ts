import { checkCard, checkEvent, checkReply, checkWebhook } from '#shared/a2a/check.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { SampleUse } from './sample.ts'

/** Runs the check a sample is for on any document in its place. */
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
