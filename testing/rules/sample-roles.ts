// The kind of each object in a sample, and its required members: a second, independent list for the mutations.

import { memberOf } from '#shared/a2a/json-kinds.ts'
import type { JsonObject } from '#shared/a2a/model.ts'
import type { PathStep } from '#shared/a2a/rules/pointer.ts'
import type { Sample } from './sample.ts'

type Role =
  | 'envelope'
  | 'rpc-error'
  | 'rest-error'
  | 'task'
  | 'message'
  | 'status'
  | 'artifact'
  | 'status-update'
  | 'artifact-update'
  | 'page'
  | 'push'
  | 'push-config'
  | 'push-authentication'
  | 'card'
  | 'interface'
  | 'skill'
  | 'provider'
  | 'extension'
  | 'signature'
  | 'other'

const byName: Readonly<Record<string, Role>> = {
  task: 'task',
  tasks: 'task',
  message: 'message',
  history: 'message',
  status: 'status',
  artifact: 'artifact',
  artifacts: 'artifact',
  statusUpdate: 'status-update',
  artifactUpdate: 'artifact-update',
  pushNotificationConfig: 'push-config',
  authentication: 'push-authentication',
  supportedInterfaces: 'interface',
  additionalInterfaces: 'interface',
  skills: 'skill',
  provider: 'provider',
  extensions: 'extension',
  signatures: 'signature',
}

const byKind: Readonly<Record<string, Role>> = {
  task: 'task',
  message: 'message',
  'status-update': 'status-update',
  'artifact-update': 'artifact-update',
}

export function sampleRoleOf(sample: Sample, path: readonly PathStep[], owner: JsonObject): Role {
  const name = path.findLast((step) => typeof step === 'string')
  if (name === undefined && sample.use.as === 'card') return 'card'
  if (name === undefined && Object.hasOwn(owner, 'jsonrpc')) return 'envelope'
  if (name === 'error') return sample.name.includes('JSONRPC') ? 'rpc-error' : 'rest-error'
  if (name === undefined || name === 'result') return resultRole(sample, owner)
  if (name === 'authentication' && sample.use.as === 'card') return 'other'
  return byName[name] ?? 'other'
}

function resultRole({ name, use }: Sample, owner: JsonObject): Role {
  const kind = memberOf(owner, 'kind')
  if (typeof kind === 'string') return byKind[kind] ?? 'other'
  if (use.as === 'reply' && use.operation === 'get') return 'task'
  if (use.as === 'reply' && use.operation === 'push-get') return 'push'
  if (use.as === 'reply' && use.operation === 'list') return 'page'
  if (name === '0.1 JSONRPC event status') return 'status-update'
  return name === '0.1 JSONRPC event artifact' ? 'artifact-update' : 'other'
}

type Needs = Readonly<Partial<Record<Role, readonly string[]>>>

const everywhere: Needs = {
  envelope: ['jsonrpc', 'id'],
  'rpc-error': ['code', 'message'],
  'rest-error': ['code', 'status', 'message'],
  status: ['state'],
  page: ['tasks', 'nextPageToken', 'pageSize', 'totalSize'],
  extension: ['uri'],
  signature: ['protected', 'signature'],
}

const kindNeeds: Needs = {
  task: ['kind', 'id', 'contextId', 'status'],
  message: ['kind', 'messageId', 'role', 'parts'],
  artifact: ['artifactId', 'parts'],
  'status-update': ['kind', 'taskId', 'contextId', 'status', 'final'],
  'artifact-update': ['kind', 'taskId', 'contextId', 'artifact'],
  push: ['taskId', 'pushNotificationConfig'],
  'push-config': ['url'],
  'push-authentication': ['schemes'],
}

const oneNeeds: Needs = {
  task: ['id', 'status'],
  message: ['messageId', 'role', 'parts'],
  artifact: ['artifactId', 'parts'],
  'status-update': ['taskId', 'contextId', 'status'],
  'artifact-update': ['taskId', 'contextId', 'artifact'],
  push: ['url'],
  'push-authentication': ['scheme'],
}

const needs: readonly (readonly [prefix: string, Needs])[] = [
  [
    '1.0-rc',
    { ...oneNeeds, task: ['id', 'contextId', 'status'], push: ['id', 'taskId', 'pushNotificationConfig'] },
  ],
  ['1.0 card', oneCard()],
  ['1.0', oneNeeds],
  ['0.3.0 card', zeroCard(['protocolVersion'])],
  ['0.2.5 card', zeroCard(['protocolVersion'])],
  ['0.1 card', { card: ['name', 'url', 'version', 'capabilities', 'skills'], skill: ['id', 'name'] }],
  ['0.3-proto HTTP+JSON webhook', kindNeeds],
  [
    '0.3-proto',
    {
      task: ['id', 'status'],
      message: ['messageId', 'role', 'content'],
      artifact: ['artifactId', 'parts'],
      'status-update': ['taskId', 'status'],
      'artifact-update': ['taskId', 'artifact'],
      push: ['name', 'pushNotificationConfig'],
      'push-config': ['url'],
    },
  ],
  [
    '0.1',
    {
      task: ['id', 'status'],
      message: ['role', 'parts'],
      artifact: ['parts'],
      'status-update': ['id', 'status'],
      'artifact-update': ['id', 'artifact'],
    },
  ],
  ['0.', kindNeeds],
]

function cardNeeds(more: readonly string[]): readonly string[] {
  return [
    'name',
    'description',
    'version',
    'capabilities',
    'defaultInputModes',
    'defaultOutputModes',
    'skills',
    ...more,
  ]
}

function oneCard(): Needs {
  return {
    card: cardNeeds(['supportedInterfaces']),
    interface: ['url', 'protocolBinding', 'protocolVersion'],
    skill: ['id', 'name', 'description', 'tags'],
    provider: ['organization', 'url'],
  }
}

function zeroCard(more: readonly string[]): Needs {
  return { ...oneCard(), card: cardNeeds(['url', ...more]), interface: ['url', 'transport'] }
}

const parts: Readonly<Record<string, readonly string[]>> = { kind: ['kind'], type: ['type'] }

export function requiredMembers(sample: Sample, role: Role, owner: JsonObject): ReadonlySet<string> {
  const family = needs.find(([prefix]) => sample.name.startsWith(prefix))?.[1] ?? {}
  if (role === 'other' && sample.use.as !== 'card') {
    // Parts: distinguished by `kind` or `type` if the version has it.
    return new Set(Object.keys(parts).filter((name) => Object.hasOwn(owner, name)))
  }
  return new Set(family[role] ?? everywhere[role] ?? [])
}
