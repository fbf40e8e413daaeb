// The agent cards of 0.1 to 0.3.0: one table, with the versions that added and removed each member.

import * as check from '../checks.ts'
import { compareVersions, compileShape, type Shape, type ShapeTable } from '../shape.ts'
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

const authenticationTable: ShapeTable = {
  name: 'AgentAuthentication',
  section: 'security scheme',
  rule: 'CARD-STRUCT-001',
  members: { schemes: needed(check.list(check.filled('warning'))), credentials: { check: check.text } },
}

/** `declared`: false for a card without a version, which is read as the latest 0.2. */
export function cardZero(version: string, declared: boolean): Shape {
  const shape = (table: ShapeTable): Shape => compileShape(table, version)
  const first = compareVersions(version, '0.2.0') < 0
  const bareWords = first ? 'none' : 'info'
  const modes = check.list(mode(bareWords), first ? {} : { empty: 'info', section: 'card' })
  const requirements = check.list(securityRequirement('bare'))

  const agentInterface = shape({
    name: 'AgentInterface',
    section: 'interface',
    rule: 'CARD-PROTO-002',
    members: {
      url: needed(check.text),
      transport: needed(check.filled(), true, { aliases: ['protocolBinding'] }),
    },
  })
  const skill = shape(
    skillTable({
      bareWords,
      describes: !first,
      tags: first ? {} : { empty: 'info', section: 'skill' },
      members: { security: { check: requirements, since: '0.3.0' } },
    }),
  )
  const capabilities = shape({
    name: 'AgentCapabilities',
    section: 'capabilities',
    rule: 'CARD-STRUCT-001',
    members: {
      streaming: { check: check.flag },
      pushNotifications: { check: check.flag },
      stateTransitionHistory: { check: check.flag },
      extensions: { check: check.list(nested(shape(extensionTable()))), since: '0.2.2' },
    },
    foreign: {
      extendedAgentCard: { severity: 'info', message: '`extendedAgentCard` was added in 1.0.' },
    },
  })
  return shape({
    name: 'AgentCard',
    section: 'card',
    rule: 'CARD-STRUCT-001',
    members: {
      name: needed(check.filled('warning')),
      description: neededText(!first),
      url: needed(check.text),
      version: neededText(),
      protocolVersion: needed(check.filled(), declared, { since: '0.2.5', rule: 'PARLEY-CARD-007' }),
      preferredTransport: { check: check.text, since: '0.2.4' },
      additionalInterfaces: { check: check.list(nested(agentInterface)), since: '0.2.4' },
      provider: { check: nested(shape(providerTable(!first))) },
      iconUrl: { check: link, since: '0.2.2' },
      documentationUrl: { check: link },
      capabilities: needed(nested(capabilities)),
      authentication: { check: nested(shape(authenticationTable)), until: '0.1.0' },
      securitySchemes: { check: check.map(securityScheme('typed', version, declared)), since: '0.2.0' },
      security: { check: requirements, since: '0.2.0' },
      defaultInputModes: needed(modes, !first),
      defaultOutputModes: needed(modes, !first),
      skills: needed(check.list(nested(skill), { empty: 'info', section: 'card' })),
      supportsAuthenticatedExtendedCard: { check: check.flag, since: '0.2.1' },
      signatures: { check: check.list(nested(shape(signatureTable()))), since: '0.3.0' },
    },
    foreign: {
      securityRequirements: {
        severity: 'warning',
        message: '`securityRequirements` was added in 1.0; before, it is `security`.',
      },
    },
  })
}
