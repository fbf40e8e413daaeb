import { gzipSync } from 'node:zlib'
import { toBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { a2aV1 } from './a2a-v1.ts'
import { lfA2aV1 } from './lf-a2a-v1.ts'
import { descriptorSet } from './proto-table.ts'

/** What another program needs to make the call at this address: a descriptor set, gzip as base64. */
export function packedDefinitions(url: string): string | undefined {
  const table = [lfA2aV1, a2aV1].find((each) => url.includes(`/${each.package}.${each.service}/`))
  if (table === undefined) return undefined
  const bytes = toBinary(FileDescriptorSetSchema, descriptorSet(table))
  return gzipSync(bytes, { level: 9 }).toString('base64')
}
