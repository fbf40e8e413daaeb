// The shape of the table in tapped-clients.ts.

import type { Subject } from '../server-table.ts'

/** A client of an SDK, and the server of the same SDK that it calls. */
export interface TappedClient extends Subject {
  /** Over which its client speaks, as its card names them. */
  readonly bindings: readonly string[]
  /** Rules that Parley's own calls to this server break as well: the agent's doing, not the tap's. */
  readonly findings?: readonly string[]
}
