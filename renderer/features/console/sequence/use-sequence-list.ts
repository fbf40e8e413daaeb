import { useMemo } from 'react'
import { defined } from '#shared/defined.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSteadyList } from '../../../record/use-steady-list.ts'
import { useSequence } from '../../../state/sequence.ts'
import { createSequenceList } from './sequence-list.ts'

/** Place and focus stay where they are when calls are folded out. */
export function useSequenceList() {
  const { client } = useEngine()
  const { open, between } = useSequence()
  return useSteadyList(
    useMemo(
      () => createSequenceList(client, { open: [...open], ...defined({ between }) }),
      [client, open, between],
    ),
  )
}
