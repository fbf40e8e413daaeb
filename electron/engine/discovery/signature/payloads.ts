// Every byte sequence that a signature of this card may cover (PROTOCOL §2.4): the specification contradicts itself, and the
// SDKs each sign something else. In the order in which a verdict is worth most.

import { isList } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { CanonicalFormId } from '#shared/contract/signature.ts'
import { shapeOf } from './card-shape.ts'
import { canonicalJson } from './jcs.ts'
import { python03Form, specForm, withoutCases, withoutEmpties } from './normal-forms.ts'
import { pythonJson } from './python-json.ts'

export interface Payload {
  readonly form: CanonicalFormId
  readonly text: string
  /** Members of the card that this payload leaves out because A2A does not know them. */
  readonly uncovered: readonly string[]
}

export const formSentences: Readonly<Record<CanonicalFormId, string>> = {
  spec: 'the form that 1.0 §8.4.1 prescribes: defaults dropped except where required, then RFC 8785',
  stripped: 'the form of the JavaScript SDK and newer Python: all that is empty dropped, then RFC 8785',
  'stripped-python': 'the form of Python SDKs up to 1.1: all that is empty dropped, then Python’s own JSON',
  'no-defaults': 'the form of 1.0 §8.4.2 read literally: all that has a default value dropped, then RFC 8785',
  'as-sent': 'the card just as it was sent, without its signatures, in RFC 8785',
  'python-0.3': 'the form of the Python SDK 0.3: the defaults of its models dropped, then Python’s own JSON',
}

export function payloadsOf(raw: JsonObject): readonly Payload[] {
  const { signatures: _, ...card } = raw
  const known = isList(card['supportedInterfaces']) ? (withoutCases(card) as JsonObject) : undefined
  const dropped = known === undefined ? [] : unknownMembers(known)
  const made: (Payload | undefined)[] = []
  const add = (form: CanonicalFormId, text: string | undefined, uncovered: readonly string[] = []) => {
    made.push(text === undefined ? undefined : { form, text, uncovered })
  }
  const jcs = (value: JsonValue | undefined) => canonicalJson(value ?? {})

  if (known !== undefined) {
    add('spec', jcs(specForm(known, 'AgentCard', 'kept')))
    add('spec', jcs(specForm(known, 'AgentCard', 'dropped')), dropped)
  }
  add('stripped', jcs(withoutEmpties(card, 'kept')))
  add('stripped-python', pythonJson(withoutEmpties(card, 'kept') ?? {}))
  if (known !== undefined) {
    const throughProto = withoutEmpties(specForm(known, 'AgentCard', 'dropped'), 'kept') ?? {}
    add('stripped', jcs(throughProto), dropped)
    add('stripped-python', pythonJson(throughProto), dropped)
  }
  add('no-defaults', jcs(withoutEmpties(card, 'dropped')))
  add('as-sent', jcs(card))
  add('python-0.3', pythonJson(python03Form(card)))

  const seen = new Set<string>()
  return made.filter((payload): payload is Payload => {
    if (payload === undefined || seen.has(payload.text)) return false
    seen.add(payload.text)
    return true
  })
}

function unknownMembers(card: JsonObject): readonly string[] {
  const shape = shapeOf('AgentCard')
  return Object.keys(card).filter((name) => !shape.has(name))
}
