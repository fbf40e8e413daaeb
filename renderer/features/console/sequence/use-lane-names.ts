import { useCallback } from 'react'
import type { Lane } from '#shared/story/sequence/sequence.ts'
import { useAgentNames } from '../../requests/index.ts'

export function useLaneNames(): (lanes: readonly Lane[]) => readonly string[] {
  const nameOf = useAgentNames()
  return useCallback((lanes) => lanes.map((lane) => laneName(lane, nameOf)), [nameOf])
}

function laneName({ kind, agentId, name }: Lane, nameOf: ReturnType<typeof useAgentNames>): string {
  switch (kind) {
    case 'parley':
      return 'Parley'
    case 'agent':
      return agentId === undefined ? (name ?? 'An agent') : nameOf(agentId)
    case 'program':
      return name || 'A caller'
    case 'others':
      return 'Others'
  }
}
