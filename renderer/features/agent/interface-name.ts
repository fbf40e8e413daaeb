import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Discovery } from '#shared/contract/card.ts'

export type FoundAgent = Discovery & { readonly found: true }

/** Props of views about one agent's card. */
export interface OfCard {
  readonly agentId: string
  readonly discovery: FoundAgent
}

export interface CardDialogProps extends OfCard {
  readonly onClose: () => void
}

export function speaks(discovery: Discovery | undefined): string | undefined {
  if (!discovery?.found || !discovery.connection) return undefined
  const { dialect, binding } = discovery.connection
  return `${dialectName(dialect)} · ${bindingName(binding)}`
}

const bindings: Readonly<Record<string, string>> = {
  JSONRPC: 'JSON-RPC',
  'HTTP+JSON': 'REST',
  GRPC: 'gRPC',
}

export function bindingName(binding: string): string {
  return Object.hasOwn(bindings, binding) ? (bindings[binding] ?? binding) : binding
}

/** The version; encodings that differ within it are named. */
export function dialectName(dialect: DialectId): string {
  switch (dialect) {
    case '0.3-proto':
      return '0.3 (protobuf)'
    case '0.3-schema':
      return '0.3 (schema)'
    default:
      return dialect
  }
}
