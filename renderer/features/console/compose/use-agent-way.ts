import { useQuery } from '@tanstack/react-query'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import type { InterfaceChoiceView } from '#shared/contract/card.ts'
import { useEngine } from '../../../host/engine.tsx'

/** Interfaces of the agent's card that can be spoken to. */
export function useAgentInterfaces(agentId: string | undefined): readonly Required<InterfaceChoiceView>[] {
  const { queries } = useEngine()
  const { data } = useQuery(
    queries.card.current.queryOptions({ input: { agentId: agentId ?? '' }, enabled: agentId !== undefined }),
  )
  return data?.found ? data.interfaces.filter(isSpoken) : []
}

function isSpoken(each: InterfaceChoiceView): each is Required<InterfaceChoiceView> {
  return each.dialect !== undefined && each.binding !== undefined
}

/** Where the agent is spoken to so: as its card says, else where it is spoken to over this binding. */
export function useAgentWay(agentId: string | undefined) {
  const interfaces = useAgentInterfaces(agentId)
  return (dialect: DialectId, binding: Binding) => {
    const over = interfaces.filter((each) => each.binding === binding)
    const found = over.find((each) => each.dialect === dialect) ?? over[0]
    return found && { url: found.interface.url, tenant: found.interface.tenant }
  }
}
