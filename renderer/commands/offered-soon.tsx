import type { CommandId } from '#shared/commands.ts'
import { runOnceOffered, useCommand } from './commands.ts'

/** Commands of what is still loading: each runs once that is there. */
export function OfferedSoon({ ids }: { readonly ids: readonly CommandId[] }) {
  return ids.map((id) => <Offered key={id} id={id} />)
}

function Offered({ id }: { readonly id: CommandId }) {
  useCommand(id, () => runOnceOffered(id))
  return null
}
