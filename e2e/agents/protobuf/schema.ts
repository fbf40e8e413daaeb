// Protobuf messages as one line each: `name=number`, a type after a colon (string by default), `*` for repeated, `map<Type>`
// for maps with string keys. Names are those of ProtoJSON. The tables are the kit's own; only the code that builds descriptors
// from tables is shared with the engine.

import type { FileRegistry } from '@bufbuild/protobuf'
import { toRegistry } from '#engine/wire/grpc/proto-table.ts'

export type Schema = FileRegistry

export const packageName = 'kit'

export function schema(
  messages: Readonly<Record<string, string>>,
  enums: Readonly<Record<string, readonly string[]>>,
): Schema {
  const fields = Object.entries(messages).map(([name, line]) => [
    name,
    line.split(' ').filter(Boolean).map(field).join(' '),
  ])
  return toRegistry({ package: packageName, enums, messages: Object.fromEntries(fields) })
}

/** Members that are not repeated are optional, so '', 0 and false are sent where given. */
function field(word: string): string {
  const [, member, type = 'string', repeated] = /^(\w+=\d+)(?::([\w<>]+))?(\*)?$/.exec(word) ?? []
  if (member === undefined) throw new Error(`Not a field: ${word}`)
  const mapped = /^map<(\w+)>$/.exec(type)?.[1]
  if (mapped !== undefined) return `${member}:{${mapped}}`
  return `${member}:${type}${repeated === undefined ? '?' : '[]'}`
}
