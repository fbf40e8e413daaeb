import { kindRpcCalls } from '../../../e2e/fixtures/kind-rpc-calls.ts'
import { holdsTo, restWith } from '../../../e2e/fixtures/operation-calls.ts'
import { dialect02 } from './v0-2.ts'

const { get } = restWith([['X-A2A-Extensions', 'urn:e']])

holdsTo(dialect02, {
  JSONRPC: { ...kindRpcCalls, extendedCard: get('/../agent/authenticatedExtendedCard') },
})
