// Protobuf messages as one line each: `name=number`, a type after a colon (text when there is none), `*` for repeated,
// `map<Type>` for maps with text keys. Names are those of ProtoJSON.

export interface Field {
  readonly name: string
  readonly number: number
  readonly type: string
  readonly repeated: boolean
  readonly map: boolean
}

export interface Schema {
  readonly messages: ReadonlyMap<string, readonly Field[]>
  /** Enum values in the order of their numbers, from 0. */
  readonly enums: Readonly<Record<string, readonly string[]>>
}

export function schema(
  messages: Readonly<Record<string, string>>,
  enums: Readonly<Record<string, readonly string[]>>,
): Schema {
  const parsed = Object.entries(messages).map(([name, line]) => [name, fieldsOf(line)] as const)
  return { messages: new Map(parsed), enums }
}

function fieldsOf(line: string): readonly Field[] {
  return line
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const [, name = '', number = '', type = 'string', star] =
        /^(\w+)=(\d+)(?::([\w<>]+))?(\*)?$/.exec(word) ?? []
      const mapped = /^map<(\w+)>$/.exec(type)?.[1]
      return {
        name,
        number: Number(number),
        type: mapped ?? type,
        repeated: star === '*',
        map: mapped !== undefined,
      }
    })
}
