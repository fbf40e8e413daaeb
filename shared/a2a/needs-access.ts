import type { Binding } from './model.ts'

interface Refusal {
  readonly status?: number | undefined
  /** The agent's own code; over gRPC the status of the call. */
  readonly code?: number | undefined
  readonly binding?: Binding | undefined
}

/** UNAUTHENTICATED and PERMISSION_DENIED (PROTOCOL 4.4). */
const grpcRefusals = [16, 7]

export function needsAccess({ status, code, binding }: Refusal): boolean {
  if (status === 401 || status === 403) return true
  return binding === 'GRPC' && code !== undefined && grpcRefusals.includes(code)
}
