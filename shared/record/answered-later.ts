import type { WebhookEntry } from './entry.ts'

/** Whether a webhook call's exchange goes on: its answer was to wait, or is that of another program. */
export function isAnsweredLater({ answer, via }: Pick<WebhookEntry, 'answer' | 'via'>): boolean {
  return via !== undefined || answer?.kind === 'delayed'
}
