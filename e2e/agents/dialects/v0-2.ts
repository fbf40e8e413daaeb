// 0.2.5, 0.2.6 and 0.3 in their JSON-Schema shapes: `kind` discriminators, lower-case states (PROTOCOL.md §3, §7). Over
// JSON-RPC, and over REST as servers that follow the prose do (§4.2, form b).

import type { OperationKind } from '#shared/a2a/operation.ts'
import type { Dialect } from './dialect.ts'
import { restError0x, rpcError0x } from './errors.ts'
import { kindReader } from './kind-requests.ts'
import { kindCard, kindEvent, wholeKindTask, writeKind } from './kind-shapes.ts'

const methods0x: Readonly<Record<string, OperationKind>> = {
  'message/send': 'send',
  'message/stream': 'stream',
  'tasks/get': 'get',
  'tasks/cancel': 'cancel',
  'tasks/resubscribe': 'subscribe',
  'tasks/pushNotificationConfig/set': 'push-create',
  'tasks/pushNotificationConfig/get': 'push-get',
  'tasks/pushNotificationConfig/list': 'push-list',
  'tasks/pushNotificationConfig/delete': 'push-delete',
}

const shapes = {
  write: writeKind,
  event: kindEvent,
  webhook: wholeKindTask,
  rpcError: rpcError0x,
  restError: restError0x,
}

export const v025: Dialect = {
  ...shapes,
  name: '0.2.5',
  protocolVersion: '0.2.5',
  binding: 'JSONRPC',
  cardPaths: ['/.well-known/agent.json'],
  needsVersionHeader: false,
  methods: methods0x,
  // A plain GET below the agent's address (§1.3).
  routes: [{ verb: 'GET', path: '/agent/authenticatedExtendedCard', op: 'extended-card' }],
  read: kindReader({ outputModesRequired: true }),
  card: (facts) => kindCard(facts, '0.2.5'),
}

export const v026: Dialect = {
  ...v025,
  name: '0.2.6',
  protocolVersion: '0.2.6',
  read: kindReader({ outputModesRequired: false }),
  card: (facts) => kindCard(facts, '0.2.6'),
}

export const v03: Dialect = {
  ...v026,
  name: '0.3',
  protocolVersion: '0.3.0',
  cardPaths: ['/.well-known/agent-card.json'],
  routes: [],
  methods: { ...methods0x, 'agent/getAuthenticatedExtendedCard': 'extended-card' },
  card: (facts) => kindCard(facts, '0.3.0'),
}

/** The REST server of .NET's 0.3 (§4.2 b, §9.4). */
export const v03RestSchema: Dialect = {
  ...v03,
  name: '0.3-rest-schema',
  binding: 'HTTP+JSON',
  methods: {},
  pathParameters(op, id, config) {
    if (id === undefined) return {}
    if (config !== undefined) return { id, pushNotificationConfigId: config }
    return op === 'push-create' ? { taskId: id } : { id }
  },
  routes: [
    { verb: 'POST', path: '/v1/message:send', op: 'send' },
    { verb: 'POST', path: '/v1/message:stream', op: 'stream' },
    { verb: 'GET', path: '/v1/tasks/{id}', op: 'get' },
    { verb: 'POST', path: '/v1/tasks/{id}:cancel', op: 'cancel' },
    { verb: 'POST', path: '/v1/tasks/{id}:subscribe', op: 'subscribe' },
    { verb: 'POST', path: '/v1/tasks/{id}/pushNotificationConfigs', op: 'push-create' },
    { verb: 'GET', path: '/v1/tasks/{id}/pushNotificationConfigs', op: 'push-list' },
    { verb: 'GET', path: '/v1/tasks/{id}/pushNotificationConfigs/{config}', op: 'push-get' },
    { verb: 'DELETE', path: '/v1/tasks/{id}/pushNotificationConfigs/{config}', op: 'push-delete' },
    { verb: 'GET', path: '/v1/card', op: 'extended-card' },
  ],
}
