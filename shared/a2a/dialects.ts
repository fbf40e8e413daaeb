// Every way of speaking A2A that Parley knows. Encoding is strict to the version; decoding is lenient and total: it
// never throws, and what it cannot read it says so. Errors of a gRPC channel come as statuses: `readGrpcStatus`.

import type { Dialect, DialectId } from './dialect.ts'
import { dialect01 } from './dialects/v0-1.ts'
import { dialect02 } from './dialects/v0-2.ts'
import { dialect03 } from './dialects/v0-3.ts'
import { dialect03Proto } from './dialects/v0-3-proto.ts'
import { dialect03Schema } from './dialects/v0-3-schema.ts'
import { dialect10 } from './dialects/v1-0.ts'
import { dialect10Rc } from './dialects/v1-0-rc.ts'

/** The newest first. */
export const dialects: readonly Dialect[] = [
  dialect10,
  dialect10Rc,
  dialect03,
  dialect03Proto,
  dialect03Schema,
  dialect02,
  dialect01,
]

export function dialectOf(id: DialectId): Dialect {
  switch (id) {
    case '0.1':
      return dialect01
    case '0.2':
      return dialect02
    case '0.3':
      return dialect03
    case '0.3-proto':
      return dialect03Proto
    case '0.3-schema':
      return dialect03Schema
    case '1.0-rc':
      return dialect10Rc
    case '1.0':
      return dialect10
  }
}
