// Calls that ask an agent which dialect it speaks without leaving a trace: a task nobody has (PROTOCOL 8.1). Their
// answers go to `detectFromReply`. `tasks/send` is not among them: it would make a task.

import type { DialectId, EncodeOptions, WireCall } from './dialect.ts'
import { dialectOf } from './dialects.ts'
import type { Binding } from './model.ts'

export interface Probe {
  readonly dialect: DialectId
  readonly call: WireCall
}

/** In the order to try them. `taskId` is the caller's: random, so that no agent has it. */
export function probeCalls(taskId: string, binding: Binding, options?: EncodeOptions): readonly Probe[] {
  const candidates: readonly DialectId[] = binding === 'JSONRPC' ? ['1.0', '0.3'] : ['1.0', '0.3-proto']
  return candidates.flatMap((dialect) => {
    const call = dialectOf(dialect).encode({ kind: 'get', taskId }, binding, options)
    return call === undefined ? [] : [{ dialect, call }]
  })
}
