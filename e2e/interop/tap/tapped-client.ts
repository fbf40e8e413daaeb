// The shape of the table in tapped-clients.ts.

import type { Subject } from '../server-table.ts'

/** An SDK's client, and the server of the same SDK that it calls. */
export interface TappedClient extends Subject {
  /** The bindings that its client supports, as the card names them. */
  readonly bindings: readonly string[]
  /** Rules that Parley's own calls to this server break as well: caused by the agent, not by the tap. */
  readonly findings?: readonly string[]
}
