import { kindRpcCalls } from '../../../e2e/fixtures/kind-rpc-calls.ts'
import { holdsTo, restWith } from '../../../e2e/fixtures/operation-calls.ts'
import { dialectOf } from '../dialects.ts'

const { get } = restWith([['X-A2A-Extensions', 'urn:e']])

holdsTo(dialectOf('0.2'), {
  JSONRPC: { ...kindRpcCalls, extendedCard: get('/../agent/authenticatedExtendedCard') },
})
