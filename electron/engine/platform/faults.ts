// What a window receives of an error. A Fault is sent with its sentence, an invalid input with its issues; anything
// else is a bug and sent as "internal" with an id, while its text stays in the log.

import { randomUUID } from 'node:crypto'
import { ORPCError, ValidationError } from '@orpc/server'
import { Fault, type FaultData } from '#shared/contract/fault.ts'
import type { Log } from './errors.ts'

export function toFault(error: unknown, log: Log): ORPCError<'FAULT', FaultData> {
  if (error instanceof Fault) return fault({ kind: error.kind }, error.message)
  if (error instanceof ORPCError && error.cause instanceof ValidationError) {
    return fault({ kind: 'bad-input' }, describeIssues(error.cause))
  }
  const id = randomUUID().slice(0, 8)
  log(`internal fault ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return fault(
    { kind: 'internal', id },
    `Something broke inside Parley. The log has the details under ${id}.`,
  )
}

function fault(data: FaultData, message: string): ORPCError<'FAULT', FaultData> {
  return new ORPCError('FAULT', { defined: true, data, message })
}

function describeIssues(error: ValidationError): string {
  const issues = error.issues.slice(0, 3).map((issue) => {
    const path = (issue.path ?? [])
      .map((step) => String(typeof step === 'object' ? step.key : step))
      .join('.')
    return path === '' ? issue.message : `${path}: ${issue.message}`
  })
  return `Parley cannot take this input. ${issues.join('; ')}`
}
