import type { MockPace } from '#shared/contract/mock-agents.ts'
import type { SessionRecord } from '../../store/record.ts'
import type { Masking } from '../file/body-lines.ts'
import type { RecordedCalls } from './recorded-calls.ts'

export interface MockOptions {
  readonly record: SessionRecord
  readonly sessionId: string
  readonly calls: RecordedCalls
  readonly pace: MockPace
  readonly mask: Masking
  /** Webhook calls may leave this machine. */
  readonly anywhere: boolean
}
