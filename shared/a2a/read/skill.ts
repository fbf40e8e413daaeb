import type { AgentSkill, JsonObject } from '../model.ts'
import type { Writable } from './members.ts'
import { keep, misfit, strings } from './members.ts'
import { readSecurityRequirements } from './security-requirement.ts'

export function readSkill(raw: JsonObject): AgentSkill {
  const skill: Writable<AgentSkill> = { id: '', name: '', tags: [], examples: [] }
  for (const key in raw) {
    const value = raw[key] ?? null
    switch (key) {
      case 'id':
      case 'name':
        if (typeof value === 'string') skill[key] = value
        else misfit(skill, key, value)
        break
      case 'description':
        if (typeof value === 'string') skill.description = value
        else misfit(skill, key, value)
        break
      case 'tags':
      case 'examples': {
        const list = strings(value)
        if (list === undefined) misfit(skill, key, value)
        else skill[key] = list
        break
      }
      case 'inputModes':
      case 'input_modes': {
        const modes = strings(value)
        if (modes === undefined) misfit(skill, key, value)
        else skill.inputModes = modes
        break
      }
      case 'outputModes':
      case 'output_modes': {
        const modes = strings(value)
        if (modes === undefined) misfit(skill, key, value)
        else skill.outputModes = modes
        break
      }
      case 'security':
      case 'securityRequirements':
      case 'security_requirements': {
        const requirements = readSecurityRequirements(skill, key, value)
        if (requirements !== undefined) skill.security = requirements
        break
      }
      default:
        keep(skill, key, value)
    }
  }
  return skill
}
