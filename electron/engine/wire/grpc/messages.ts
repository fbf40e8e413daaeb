// Between ProtoJSON and the bytes of a gRPC message, for both packages A2A has had. Reading never throws.

import { gzipSync } from 'node:zlib'
import {
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonValue as ProtoJson,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { ownMember } from '../../own-member.ts'
import { messageOf } from '../../thrown.ts'
import { a2aV1 } from './a2a-v1.ts'
import { lfA2aV1 } from './lf-a2a-v1.ts'
import { descriptorSet, fullName, type ProtoTable, toRegistry } from './proto-table.ts'

export interface GrpcMethod {
  readonly path: string
  encode(message: JsonObject): Uint8Array
  /** Undefined, with the reason, where the bytes are not this method's answer. */
  decode(bytes: Uint8Array): GrpcDecoded
  /** The same of what another program asks. */
  decodeInput(bytes: Uint8Array): GrpcDecoded
  /** For the other side: recorded agents that answer again, and agents in tests. */
  readonly input: DescMessage
  readonly output: DescMessage
}

type GrpcDecoded = { readonly json: JsonValue } | { readonly reason: string }

export type GrpcMessages = ReturnType<typeof createGrpcMessages>

export function createGrpcMessages() {
  const services = [lfA2aV1, a2aV1].map((table) => ({ table, registry: toRegistry(table) }))
  const methodOf = (service: string, name: string): GrpcMethod | undefined => {
    const found = services.find(({ table }) => serviceName(table) === service)
    const types = found && ownMember(found.table.methods ?? {}, name)
    if (found === undefined || types === undefined) return undefined
    const [input, output] = types.map((type) => found.registry.getMessage(fullName(found.table, type)))
    if (input === undefined || output === undefined) return undefined
    return {
      path: `/${service}/${name}`,
      input,
      output,
      encode: (message) =>
        toBinary(input, fromJson(input, message as ProtoJson, { ignoreUnknownFields: true })),
      decode: (bytes) => decodedAs(output, bytes),
      decodeInput: (bytes) => decodedAs(input, bytes),
    }
  }
  return {
    method: methodOf,
    /** Every method of every service. */
    all: (): readonly GrpcMethod[] =>
      services.flatMap(({ table }) =>
        Object.keys(table.methods ?? {}).flatMap((name) => methodOf(serviceName(table), name) ?? []),
      ),
  }
}

function decodedAs(type: DescMessage, bytes: Uint8Array): GrpcDecoded {
  try {
    return { json: toJson(type, fromBinary(type, bytes)) as JsonValue }
  } catch (error) {
    return { reason: messageOf(error) }
  }
}

function serviceName(table: ProtoTable): string {
  return `${table.package}.${table.service}`
}

/** What another program needs to make the call at this address: a descriptor set, gzip as base64. */
export function packedDefinitions(url: string): string | undefined {
  const table = [lfA2aV1, a2aV1].find((each) => url.includes(`/${each.package}.${each.service}/`))
  if (table === undefined) return undefined
  const bytes = toBinary(FileDescriptorSetSchema, descriptorSet(table))
  return gzipSync(bytes, { level: 9 }).toString('base64')
}
