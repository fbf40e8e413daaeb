import { kindRpcCalls } from '../../../e2e/fixtures/kind-rpc-calls.ts'
import { holdsTo } from '../../../e2e/fixtures/operation-calls.ts'
import { dialectOf } from '../dialects.ts'

holdsTo(dialectOf('0.3'), { JSONRPC: kindRpcCalls })
