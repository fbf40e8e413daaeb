import { kindRpcCalls } from '../../../e2e/fixtures/kind-rpc-calls.ts'
import { holdsTo } from '../../../e2e/fixtures/operation-calls.ts'
import { dialect03 } from './v0-3.ts'

holdsTo(dialect03, { JSONRPC: kindRpcCalls })
