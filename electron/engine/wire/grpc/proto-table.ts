// Protobuf definitions as tables of names and numbers, converted to descriptors of @bufbuild/protobuf. A message is a
// line of fields, each `name=number:type`: without a type it is a string; `[]` means repeated, `{Type}` a map from
// strings, `?` explicit presence, `|group` a member of a oneof, and `@name` an unusual JSON name.

import { create, createFileRegistry, type FileRegistry, type MessageInitShape } from '@bufbuild/protobuf'
import {
  type DescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type FieldDescriptorProtoSchema,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
  file_google_protobuf_empty,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
} from '@bufbuild/protobuf/wkt'

export interface ProtoTable {
  readonly package: string
  readonly service?: string
  readonly methods?: Readonly<Record<string, readonly [input: string, output: string]>>
  /** Numbers are positions. */
  readonly enums?: Readonly<Record<string, readonly string[]>>
  readonly messages: Readonly<Record<string, string>>
}

const scalars: Readonly<Record<string, FieldDescriptorProto_Type>> = {
  string: FieldDescriptorProto_Type.STRING,
  bytes: FieldDescriptorProto_Type.BYTES,
  bool: FieldDescriptorProto_Type.BOOL,
  int32: FieldDescriptorProto_Type.INT32,
  uint32: FieldDescriptorProto_Type.UINT32,
  int64: FieldDescriptorProto_Type.INT64,
  fixed32: FieldDescriptorProto_Type.FIXED32,
  fixed64: FieldDescriptorProto_Type.FIXED64,
  double: FieldDescriptorProto_Type.DOUBLE,
}

const wellKnown = new Set(['Struct', 'Value', 'Timestamp', 'Empty'])

export function toRegistry(table: ProtoTable): FileRegistry {
  return createFileRegistry(descriptorSet(table))
}

/** With all its dependencies. */
export function descriptorSet(table: ProtoTable): FileDescriptorSet {
  const { package: name, service, methods = {}, enums = {}, messages } = table
  const dependencies = [
    file_google_protobuf_struct,
    file_google_protobuf_timestamp,
    file_google_protobuf_empty,
  ].map(({ proto }) => proto)
  const file = {
    name: `${name.replaceAll('.', '/')}.proto`,
    package: name,
    syntax: 'proto3',
    dependency: dependencies.map((each) => each.name),
    enumType: Object.entries(enums).map(([name, values]) => ({
      name,
      value: values.map((value, number) => ({ name: value, number })),
    })),
    messageType: Object.entries(messages).map(([name, fields]) => message(table, name, fieldsOf(fields))),
    service: service === undefined ? [] : [{ name: service, method: Object.entries(methods).map(method) }],
  }
  return create(FileDescriptorSetSchema, { file: [...dependencies, file] })

  function method([name, [input, output]]: readonly [string, readonly [string, string]]) {
    return {
      name,
      inputType: `.${fullName(table, input)}`,
      outputType: `.${fullName(table, output)}`,
      serverStreaming: output === 'StreamResponse',
    }
  }
}

export function fullName(table: ProtoTable, type: string): string {
  return type === 'Empty' ? 'google.protobuf.Empty' : `${table.package}.${type}`
}

type Message = MessageInitShape<typeof DescriptorProtoSchema>

function message(table: ProtoTable, name: string, fields: readonly Field[]): Message {
  const groups = new Set(fields.flatMap(({ group }) => group ?? []))
  const optionals = fields.filter((field) => field.optional).map((field) => `_${field.name}`)
  const oneofs = [...groups, ...optionals]
  return {
    name,
    oneofDecl: oneofs.map((each) => ({ name: each })),
    nestedType: fields.filter((field) => field.map).map((field) => mapEntry(table, field)),
    field: fields.map((field) => descriptor(table, name, field, oneofs)),
  }
}

interface Field {
  readonly name: string
  readonly number: number
  readonly type: string
  readonly repeated: boolean
  readonly optional: boolean
  readonly map: boolean
  readonly group: string | undefined
  readonly jsonName: string
}

export function fieldsOf(line: string): readonly Field[] {
  return line.split(' ').filter(Boolean).map(fieldOf)
}

function fieldOf(spec: string): Field {
  const match = /^(\w+)=(\d+)(?::(\{)?(\w+)\}?)?(\[\])?(\?)?(?:\|(\w+))?(?:@(\w+))?$/.exec(spec)
  const [, name, number, map, type = 'string', repeated, optional, group, jsonName] = match ?? []
  if (name === undefined) throw new Error(`not a field: ${spec}`)
  return {
    name,
    number: Number(number),
    type,
    repeated: repeated !== undefined || map !== undefined,
    optional: optional !== undefined,
    map: map !== undefined,
    group,
    jsonName: jsonName ?? camelCase(name),
  }
}

function descriptor(
  table: ProtoTable,
  owner: string,
  field: Field,
  oneofs: readonly string[],
): MessageInitShape<typeof FieldDescriptorProtoSchema> {
  const oneof = field.optional ? `_${field.name}` : field.group
  return {
    name: field.name,
    number: field.number,
    jsonName: field.jsonName,
    label: field.repeated ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
    ...(field.map
      ? {
          type: FieldDescriptorProto_Type.MESSAGE,
          typeName: `.${table.package}.${owner}.${entryName(field)}`,
        }
      : typeOf(table, field.type)),
    ...(oneof === undefined ? {} : { oneofIndex: oneofs.indexOf(oneof) }),
    ...(field.optional ? { proto3Optional: true } : {}),
  }
}

function mapEntry(table: ProtoTable, field: Field): Message {
  const label = FieldDescriptorProto_Label.OPTIONAL
  return {
    name: entryName(field),
    options: { mapEntry: true },
    field: [
      { name: 'key', number: 1, label, ...typeOf(table, 'string') },
      { name: 'value', number: 2, label, ...typeOf(table, field.type) },
    ],
  }
}

function typeOf(table: ProtoTable, type: string) {
  const scalar = scalars[type]
  if (scalar !== undefined) return { type: scalar }
  if (wellKnown.has(type)) {
    return { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.google.protobuf.${type}` }
  }
  const isEnum = table.enums?.[type] !== undefined
  return {
    type: isEnum ? FieldDescriptorProto_Type.ENUM : FieldDescriptorProto_Type.MESSAGE,
    typeName: `.${table.package}.${type}`,
  }
}

function entryName(field: Field): string {
  const camel = camelCase(field.name)
  return `${camel.charAt(0).toUpperCase()}${camel.slice(1)}Entry`
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
