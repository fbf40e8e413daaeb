// Findings on a hand-written request before it is sent: information for its author, never a refusal.

import { calledBy } from './agent/called.ts'
import { agentSideOf } from './agent-side.ts'
import { checkRequest } from './check.ts'
import type { DialectId, WireCall } from './dialect.ts'
import type { Finding } from './finding.ts'
import type { JsonValue } from './model.ts'
import { isPrompt, type OperationKind } from './operation.ts'

export interface WrittenCall {
  readonly dialect: DialectId
  /** Undefined when the text does not have the form of its binding. */
  readonly call: WireCall | undefined
}

export interface WrittenProblem {
  readonly severity: Finding['severity']
  readonly message: string
  readonly hint: string
  /** RFC 6901, into the body. */
  readonly pointer: string
}

export function problemsOfCall({ dialect, call }: WrittenCall): readonly WrittenProblem[] {
  if (call === undefined)
    return [problem('This is not written as a request of its binding.', 'Begin with a template.')]
  const called = calledBy(dialect, call)
  if (called === undefined) {
    return [
      problem(
        `A2A ${dialect} knows no call named so.`,
        'The agent will probably answer that it does not know the method.',
        call.binding === 'JSONRPC' ? '/method' : '',
      ),
    ]
  }
  const params = paramsOf(call, called.kind)
  const findings =
    params === undefined
      ? []
      : checkRequest({ operation: called.kind, dialect, binding: call.binding, params })
  const incomplete =
    findings.length === 0 && agentSideOf(dialect).decodeOperation(call) === undefined
      ? [problem('It lacks what this call needs.', 'Compare it with the template.')]
      : []
  const prefix = call.binding === 'JSONRPC' ? '/params' : ''
  return [
    ...incomplete,
    ...findings.map(({ severity, message, hint, pointer }) => ({
      severity,
      message,
      hint,
      pointer: `${prefix}${pointer}`,
    })),
  ]
}

/** Undefined over REST, where the path contains what other bindings have as members. */
function paramsOf(call: WireCall, kind: OperationKind): JsonValue | undefined {
  switch (call.binding) {
    case 'JSONRPC':
      return call.params ?? {}
    case 'HTTP+JSON':
      return isPrompt(kind) ? (call.body ?? {}) : undefined
    case 'GRPC':
      return call.message
  }
}

function problem(message: string, hint: string, pointer = ''): WrittenProblem {
  return { severity: 'error', message, hint, pointer }
}
