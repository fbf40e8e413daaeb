// Templates of requests to start from.

import type { DialectId } from '#shared/a2a/dialect.ts'
import { dialectOf } from '#shared/a2a/dialects.ts'
import { headerText } from '#shared/a2a/header-of.ts'
import { httpRequestOf } from '#shared/a2a/http-request.ts'
import type { Binding } from '#shared/a2a/model.ts'
import { type OperationKind, operationKinds } from '#shared/a2a/operation.ts'
import { type SampleFacts, sampleOperation } from '#shared/a2a/sample-operation.ts'
import type { Composed } from '../../state/compose.ts'

interface TemplateFacts extends SampleFacts {
  readonly agentId?: string | undefined
  readonly dialect: DialectId
  readonly binding: Binding
  readonly url: string
  readonly tenant?: string | undefined
}

/** Calls of this version over this binding. */
export function callsOf(dialect: DialectId, binding: Binding): readonly OperationKind[] {
  return operationKinds.filter((kind) => {
    const operation = sampleOperation(kind, { messageId: 'm' })
    return dialectOf(dialect).encode(operation, binding) !== undefined
  })
}

/** Undefined when the version has no such call over this binding. */
export function composedOf(kind: OperationKind, facts: TemplateFacts): Composed | undefined {
  const { agentId, dialect, binding, url, tenant } = facts
  const options = tenant === undefined ? {} : { tenant }
  const call = dialectOf(dialect).encode(sampleOperation(kind, facts), binding, options)
  if (call === undefined) return undefined
  // 0.2 reads its extended card by a plain GET, whatever the binding.
  const common = {
    agentId,
    dialect,
    binding: call.binding,
    bodyForm: 'text',
    hex: '',
    credentials: true,
  } as const
  if (call.binding === 'GRPC') {
    const { method, message, headers } = call
    return { ...common, method, url, headers: headerText(headers), text: JSON.stringify(message, null, 2) }
  }
  const request = httpRequestOf(call, url, [], facts.messageId)
  return {
    ...common,
    method: request.method,
    url: request.url,
    headers: headerText(request.headers),
    text: request.body === undefined ? '' : JSON.stringify(request.body, null, 2),
  }
}
