import { isObject } from '../json-kinds.ts'
import type { AgentCapabilities, AgentExtension, JsonObject } from '../model.ts'
import type { Writable } from './members.ts'
import { keep, misfit, objectsOf } from './members.ts'

export function readCapabilities(raw: JsonObject): AgentCapabilities {
  const capabilities: Writable<AgentCapabilities> = { extensions: [] }
  for (const key in raw) {
    const value = raw[key] ?? null
    const flag = flagOf(key)
    if (key === 'extensions') {
      capabilities.extensions = objectsOf(capabilities, key, value, readExtension) ?? []
    } else if (flag === undefined) keep(capabilities, key, value)
    else if (typeof value === 'boolean') capabilities[flag] = value
    else misfit(capabilities, key, value)
  }
  return capabilities
}

function flagOf(
  key: string,
): 'streaming' | 'pushNotifications' | 'extendedAgentCard' | 'stateTransitionHistory' | undefined {
  switch (key) {
    case 'streaming':
      return 'streaming'
    case 'pushNotifications':
    case 'push_notifications':
      return 'pushNotifications'
    case 'extendedAgentCard':
    case 'extended_agent_card':
      return 'extendedAgentCard'
    case 'stateTransitionHistory':
    case 'state_transition_history':
      return 'stateTransitionHistory'
    default:
      return undefined
  }
}

function readExtension(raw: JsonObject): AgentExtension {
  const extension: Writable<AgentExtension> = { uri: '', required: false }
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'uri':
        if (typeof value === 'string') extension.uri = value
        else misfit(extension, key, value)
        break
      case 'description':
        if (typeof value !== 'string') misfit(extension, key, value)
        else if (value !== '') extension.description = value
        break
      case 'required':
        if (typeof value === 'boolean') extension.required = value
        else misfit(extension, key, value)
        break
      case 'params':
        if (isObject(value)) extension.params = value
        else misfit(extension, key, value)
        break
      default:
        keep(extension, key, value)
    }
  }
  return extension
}
