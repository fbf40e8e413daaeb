// Every dialect by name.

import type { Dialect, DialectName } from './dialect.ts'
import { v01 } from './v0-1.ts'
import { v03, v03RestSchema, v025, v026 } from './v0-2.ts'
import { v03Grpc, v03Rest } from './v0-3-proto.ts'
import { v10, v10Grpc, v10Rc, v10Rest } from './v1-0.ts'

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  '0.1': v01,
  '0.2.5': v025,
  '0.2.6': v026,
  '0.3': v03,
  '0.3-rest': v03Rest,
  '0.3-rest-schema': v03RestSchema,
  '0.3-grpc': v03Grpc,
  '1.0-rc': v10Rc,
  '1.0': v10,
  '1.0-rest': v10Rest,
  '1.0-grpc': v10Grpc,
}
