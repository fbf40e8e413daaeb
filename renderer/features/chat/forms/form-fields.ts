// A JSON Schema as a form, if possible: an object of scalar members. Others are answered as JSON.

import { isObject } from '#shared/a2a/json-kinds.ts'
import type { DataPart, JsonObject, JsonValue, Message } from '#shared/a2a/model.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'

export interface FormField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly required: boolean
  readonly input:
    | { readonly kind: 'text'; readonly long: boolean }
    | { readonly kind: 'number'; readonly whole: boolean; readonly least?: number; readonly most?: number }
    | { readonly kind: 'yes-no' }
    | { readonly kind: 'choice'; readonly choices: readonly (string | number)[] }
  /** Initial text of the field. */
  readonly initial: string
}

/** Fields of a schema that becomes a form; a larger one is answered as data. */
const maxFormFields = 40
/** Choices of one field; with more the schema is answered as data. */
const maxFormChoices = 500

/** The schema of an agent's request: a data part of its message that contains one. */
export function requestedSchema(message: Message | undefined): JsonObject | undefined {
  return message?.parts
    .filter((part): part is DataPart => part.kind === 'data')
    .map(({ data }) => schemaIn(data))
    .find((schema) => schema !== undefined)
}

function schemaIn(data: JsonValue): JsonObject | undefined {
  if (!isObject(data)) return undefined
  if (isObject(data['properties']) && (data['type'] === 'object' || typeof data['$schema'] === 'string'))
    return data
  const inner = data['schema'] ?? data['requestedSchema']
  return inner !== undefined && isObject(inner) && isObject(inner['properties']) ? inner : undefined
}

/** Undefined when a member is not a scalar. */
export function formFields(schema: JsonObject): readonly FormField[] | undefined {
  const properties = schema['properties']
  if (!isObject(properties)) return undefined
  const entries = Object.entries(properties)
  if (entries.length === 0 || entries.length > maxFormFields) return undefined
  const requiredNames = schema['required']
  const required = new Set(Array.isArray(requiredNames) ? requiredNames : [])
  const fields = entries.map(([name, member]) => fieldOf(name, member, required.has(name)))
  return fields.every((field) => field !== undefined) ? fields : undefined
}

function fieldOf(name: string, member: JsonValue, required: boolean): FormField | undefined {
  if (!isObject(member)) return undefined
  const input = inputOf(member)
  if (!input) return undefined
  const { title, description, default: initial } = member
  return {
    name,
    label: typeof title === 'string' ? shorten(title) : shorten(name),
    ...(typeof description === 'string' && { hint: shorten(description, maxTitleChars) }),
    required,
    input,
    initial: typeof initial === 'object' || initial === undefined ? '' : String(initial),
  }
}

function inputOf(member: JsonObject): FormField['input'] | undefined {
  const { type, enum: choices, minimum, maximum, maxLength } = member
  if (Array.isArray(choices)) {
    const plain = choices.filter((choice) => typeof choice === 'string' || typeof choice === 'number')
    return plain.length === choices.length && plain.length <= maxFormChoices
      ? { kind: 'choice', choices: plain }
      : undefined
  }
  switch (type) {
    case 'string':
      return { kind: 'text', long: typeof maxLength === 'number' && maxLength > 200 }
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        whole: type === 'integer',
        ...(typeof minimum === 'number' && { least: minimum }),
        ...(typeof maximum === 'number' && { most: maximum }),
      }
    case 'boolean':
      return { kind: 'yes-no' }
    default:
      return undefined
  }
}

/** The values in the schema's types. Empty optional fields are left out. */
export function formData(
  fields: readonly FormField[],
  values: Readonly<Record<string, string>>,
): { readonly data: JsonObject; readonly problems: Readonly<Record<string, string>> } {
  const data: Record<string, JsonValue> = {}
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const text = values[field.name] ?? field.initial
    if (text === '') {
      if (field.required && field.input.kind !== 'yes-no') problems[field.name] = 'Required.'
      continue
    }
    const { value, problem } = readValue(field.input, text)
    if (problem !== undefined) problems[field.name] = problem
    else data[field.name] = value
  }
  return { data, problems }
}

function readValue(
  input: FormField['input'],
  text: string,
): { readonly value: JsonValue; readonly problem?: string } {
  switch (input.kind) {
    case 'text':
      return { value: text }
    case 'yes-no':
      return { value: text === 'true' }
    case 'choice':
      return { value: input.choices.find((choice) => String(choice) === text) ?? text }
    case 'number': {
      const value = Number(text)
      const { whole, least, most } = input
      if (!Number.isFinite(value) || (whole && !Number.isInteger(value))) {
        return { value: text, problem: whole ? 'Enter a whole number.' : 'Enter a number.' }
      }
      if (least !== undefined && value < least) return { value, problem: `At least ${least}.` }
      if (most !== undefined && value > most) return { value, problem: `At most ${most}.` }
      return { value }
    }
  }
}
