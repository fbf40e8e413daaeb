import type { CommandId } from '#shared/commands.ts'
import { runOnceOffered, useCommand } from './commands.ts'

/** Registers commands of a part that is still loading: such a command runs once the part has loaded. */
export function OfferedSoon({ ids }: { readonly ids: readonly CommandId[] }) {
  return ids.map((id) => <Offered key={id} id={id} />)
}

function Offered({ id }: { readonly id: CommandId }) {
  useCommand(id, () => runOnceOffered(id))
  return null
}
