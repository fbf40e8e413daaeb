// Protobuf definitions as tables of names and numbers, made into what @bufbuild/protobuf works with. A field reads
// `name=number:type`, with `[]` for repeated, `{Type}` for a map from strings, `?` for explicit presence, `|group` for a
// member of a oneof and `@name` where its JSON name is not the usual one.

import { create, createFileRegistry, type FileRegistry } from '@bufbuild/protobuf'
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  EnumValueDescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
  file_google_protobuf_empty,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  MethodDescriptorProtoSchema,
  OneofDescriptorProtoSchema,
  type ServiceDescriptorProto,
  ServiceDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt'

export interface ProtoTable {
  readonly package: string
  readonly service: string
  readonly methods: Readonly<Record<string, { readonly input: string; readonly output: string }>>
  /** Numbers are positions. */
  readonly enums: Readonly<Record<string, readonly string[]>>
  readonly messages: Readonly<Record<string, readonly string[]>>
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

/** With all it depends on. */
export function descriptorSet(table: ProtoTable): FileDescriptorSet {
  const dependencies = [
    file_google_protobuf_struct,
    file_google_protobuf_timestamp,
    file_google_protobuf_empty,
  ].map(({ proto }) => proto)
  const file = create(FileDescriptorProtoSchema, {
    name: `${table.package.replaceAll('.', '/')}.proto`,
    package: table.package,
    syntax: 'proto3',
    dependency: dependencies.map(({ name }) => name),
    enumType: Object.entries(table.enums).map(([name, values]) =>
      create(EnumDescriptorProtoSchema, {
        name,
        value: values.map((value, number) => create(EnumValueDescriptorProtoSchema, { name: value, number })),
      }),
    ),
    messageType: Object.entries(table.messages).map(([name, fields]) => message(table, name, fields)),
    service: table.service === '' ? [] : [service(table)],
  })
  return create(FileDescriptorSetSchema, { file: [...dependencies, file] })
}

function service(table: ProtoTable): ServiceDescriptorProto {
  return create(ServiceDescriptorProtoSchema, {
    name: table.service,
    method: Object.entries(table.methods).map(([name, { input, output }]) =>
      create(MethodDescriptorProtoSchema, {
        name,
        inputType: `.${fullName(table, input)}`,
        outputType: `.${fullName(table, output)}`,
        serverStreaming: output === 'StreamResponse',
      }),
    ),
  })
}

export function fullName(table: ProtoTable, type: string): string {
  return type === 'Empty' ? 'google.protobuf.Empty' : `${table.package}.${type}`
}

function message(table: ProtoTable, name: string, specs: readonly string[]): DescriptorProto {
  const parsed = specs.map(parseField)
  const groups = [...new Set(parsed.flatMap((field) => (field.group === undefined ? [] : [field.group])))]
  const optionals = parsed.filter((field) => field.optional).map((field) => `_${field.name}`)
  const oneofs = [...groups, ...optionals]
  return create(DescriptorProtoSchema, {
    name,
    oneofDecl: oneofs.map((each) => create(OneofDescriptorProtoSchema, { name: each })),
    nestedType: parsed.filter((field) => field.map).map((field) => mapEntry(table, field)),
    field: parsed.map((field) => descriptor(table, name, field, oneofs)),
  })
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

export function parseField(spec: string): Field {
  const match = /^(\w+)=(\d+):(\{)?(\w+)\}?(\[\])?(\?)?(?:\|(\w+))?(?:@(\w+))?$/.exec(spec)
  const [, name, number, map, type, repeated, optional, group, jsonName] = match ?? []
  if (name === undefined || type === undefined) throw new Error(`not a field: ${spec}`)
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
): FieldDescriptorProto {
  const oneof = field.optional ? `_${field.name}` : field.group
  return create(FieldDescriptorProtoSchema, {
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
  })
}

function mapEntry(table: ProtoTable, field: Field): DescriptorProto {
  const label = FieldDescriptorProto_Label.OPTIONAL
  return create(DescriptorProtoSchema, {
    name: entryName(field),
    options: { mapEntry: true },
    field: [
      create(FieldDescriptorProtoSchema, { name: 'key', number: 1, label, ...typeOf(table, 'string') }),
      create(FieldDescriptorProtoSchema, { name: 'value', number: 2, label, ...typeOf(table, field.type) }),
    ],
  })
}

function typeOf(table: ProtoTable, type: string) {
  const scalar = scalars[type]
  if (scalar !== undefined) return { type: scalar }
  if (wellKnown.has(type)) {
    return { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.google.protobuf.${type}` }
  }
  const isEnum = table.enums[type] !== undefined
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
