import { isList, isObject, memberOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import { maxJudged } from '../report.ts'

/** Protobuf leaves out lists and texts that are empty: a card that came over gRPC is judged with them put back. */
export function withLeftOut(raw: JsonValue): JsonValue {
  if (!isObject(raw)) return raw
  const skills = memberOf(raw, 'skills')
  return { ...emptyCard, ...raw, ...(isList(skills) && { skills: skills.map(fullSkill) }) }
}

const emptyCard: JsonObject = {
  name: '',
  description: '',
  version: '',
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
}

const emptySkill: JsonObject = { id: '', name: '', description: '', tags: [] }

// Of those that are judged: each counts as itself and its four members at least.
const maxFull = maxJudged / 5

function fullSkill(skill: JsonValue, index: number): JsonValue {
  return index < maxFull && isObject(skill) ? { ...emptySkill, ...skill } : skill
}
