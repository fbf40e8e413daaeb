// The agent card of 1.0 and its release candidate. A hybrid card also carries the members of 0.3 for older clients.

import type { Severity } from '../../finding.ts'
import * as check from '../checks.ts'
import { compileShape, type Foreign, type Shape, type ShapeTable } from '../shape.ts'
import { nested } from '../walk.ts'
import {
  extensionTable,
  link,
  mode,
  needed,
  neededText,
  providerTable,
  signatureTable,
  skillTable,
} from './card-parts.ts'
import { securityRequirement } from './security-requirements.ts'
import { securityScheme } from './security-schemes.ts'

const formerMembers: Readonly<Record<string, string>> = {
  url: '`url` became `supportedInterfaces[].url` in 1.0.',
  protocolVersion: '`protocolVersion` belongs to each interface since 1.0.',
  preferredTransport: '`preferredTransport` ended with 0.3: the first interface is the preferred one.',
  additionalInterfaces: '`additionalInterfaces` became `supportedInterfaces` in 1.0.',
  security: '`security` is called `securityRequirements` since 1.0.',
  supportsAuthenticatedExtendedCard:
    '`supportsAuthenticatedExtendedCard` became `capabilities.extendedAgentCard` in 1.0.',
  authentication: '`authentication` ended with 0.1.',
}

export function cardOneZero(hybrid: boolean): Shape {
  const shape = (table: ShapeTable): Shape => compileShape(table, '1.0')
  const modes = check.list(mode('warning'), { empty: 'warning' })
  const requirements = check.list(securityRequirement(hybrid ? 'either' : 'wrapped'))

  const agentInterface = shape({
    name: 'AgentInterface',
    section: 'interface',
    rule: 'CARD-PROTO-002',
    members: {
      url: needed(check.text),
      protocolBinding: needed(check.filled(), true, { aliases: ['transport'] }),
      protocolVersion: needed(check.filled()),
      tenant: { check: check.text },
    },
  })
  const skill = shape(
    skillTable({
      bareWords: 'warning',
      tags: { empty: 'warning' },
      members: { securityRequirements: { check: requirements } },
      foreign: former(hybrid, ['security']),
    }),
  )
  const capabilities = shape({
    name: 'AgentCapabilities',
    section: 'capabilities',
    rule: 'CARD-STRUCT-001',
    members: {
      streaming: { check: check.flag },
      pushNotifications: { check: check.flag },
      extendedAgentCard: { check: check.flag },
      extensions: { check: check.list(nested(shape(extensionTable()))) },
    },
    foreign: {
      stateTransitionHistory: {
        severity: hybrid ? 'none' : 'info',
        message: '`stateTransitionHistory` ended with 0.3.',
      },
    },
  })
  return shape({
    name: 'AgentCard',
    section: 'card',
    rule: 'CARD-STRUCT-001',
    members: {
      name: needed(check.filled('warning')),
      description: neededText(),
      supportedInterfaces: needed(check.list(nested(agentInterface))),
      provider: { check: nested(shape(providerTable())) },
      version: neededText(),
      documentationUrl: { check: link },
      iconUrl: { check: link },
      capabilities: needed(nested(capabilities)),
      securitySchemes: { check: check.map(securityScheme(hybrid ? 'either' : 'wrapped', '1.0')) },
      securityRequirements: { check: requirements },
      defaultInputModes: needed(modes),
      defaultOutputModes: needed(modes),
      skills: needed(check.list(nested(skill), { empty: 'warning' })),
      signatures: { check: check.list(nested(shape(signatureTable()))) },
    },
    foreign: former(hybrid, Object.keys(formerMembers)),
  })
}

function former(hybrid: boolean, names: readonly string[]): Readonly<Record<string, Foreign>> {
  const severity: Severity | 'none' = hybrid ? 'none' : 'warning'
  return Object.fromEntries(names.map((name) => [name, { severity, message: formerMembers[name] ?? '' }]))
}
