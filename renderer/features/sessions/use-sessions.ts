// Sessions as the engine lists them. The same for every tab, so they are requested and cached apart from the panes.

import {
  keepPreviousData,
  useInfiniteQuery,
  useIsMutating,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Inputs } from '#shared/contract/contract.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'

const pageSize = 50
const recordingEveryMs = 1_000
const listEveryMs = 5_000
/** While one of them is being deleted. */
const deletingEveryMs = 300

export function useSessionList(enabled = true) {
  const { queries } = useLiveEngine()
  return useInfiniteQuery(
    queries.sessions.list.infiniteOptions({
      input: (after: string | undefined) => ({ limit: pageSize, ...defined({ after }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
      enabled,
      staleTime: 0,
      refetchInterval: ({ state }) => {
        const isDeleting = state.data?.pages.some(({ sessions }) => sessions.some(isLeaving))
        return isDeleting ? deletingEveryMs : listEveryMs
      },
    }),
    queryClient,
  )
}

export function useSession(sessionId: string) {
  const { queries } = useLiveEngine()
  return useQuery(queries.sessions.find.queryOptions({ input: { named: sessionId } }), queryClient).data
}

export function isLeaving({ deleted }: SessionView): boolean {
  return deleted !== undefined
}

export function useRecording(refetchInterval: number | false = false) {
  const { queries } = useLiveEngine()
  return useQuery(queries.sessions.recording.queryOptions({ refetchInterval }), queryClient)
}

/** Polled: its size and length grow. Use it once, since each user polls separately. */
export function useGrowingRecording() {
  return useRecording(recordingEveryMs)
}

export function useSearch(text: string) {
  const { queries } = useLiveEngine()
  return useQuery(
    queries.sessions.search.queryOptions({
      input: { text, skip: 0, limit: 100 },
      enabled: text !== '',
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
    queryClient,
  )
}

export function useSessionsChanged() {
  const { queries } = useLiveEngine()
  return () => queryClient.invalidateQueries({ queryKey: queries.sessions.key() })
}

type RecordAction = 'start' | 'pause' | 'stop' | 'new'

const recordKey = ['record']

export function useRecordAction() {
  const { client } = useLiveEngine()
  const changed = useSessionsChanged()
  return useMutation(
    {
      mutationKey: recordKey,
      mutationFn: (action: RecordAction) => client.sessions.record({ action }),
      onSuccess: changed,
    },
    queryClient,
  )
}

/** The current session is ending, until the list reports it. */
export function useIsEnding(): boolean {
  const ends = ({ state }: { readonly state: { readonly variables: unknown } }) =>
    state.variables === 'new' || state.variables === 'stop'
  return useIsMutating({ mutationKey: recordKey, predicate: ends }, queryClient) > 0
}

export function useEditSession() {
  const { client } = useLiveEngine()
  const changed = useSessionsChanged()
  return useMutation(
    { mutationFn: (edit: Inputs['sessions']['edit']) => client.sessions.edit(edit), onSuccess: changed },
    queryClient,
  )
}

export function useCancelRemoval() {
  const { client } = useLiveEngine()
  const changed = useSessionsChanged()
  return useMutation(
    { mutationFn: (sessionId: string) => client.sessions.cancelRemoval({ sessionId }), onSettled: changed },
    queryClient,
  )
}

// Long work of the engine, for a dialog: leaving the dialog ends it.

type Work<Input, Output> = (
  input: Input,
  signal: AbortSignal,
  onPart: (part: number | undefined) => void,
) => Promise<Output>

export function useLongWork<Input, Output>(work: Work<Input, Output>, onDone?: () => void) {
  const [part, setPart] = useState<number>()
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const { mutate, data, error, isPending } = useMutation(
    {
      mutationFn(input: Input) {
        running.current.abort()
        running.current = new AbortController()
        setPart(undefined)
        return work(input, running.current.signal, setPart)
      },
      ...(onDone && { onSuccess: onDone }),
    },
    queryClient,
  )
  const wasStopped = error !== null && running.current.signal.aborted
  return {
    start: mutate,
    stop: () => running.current.abort(),
    isRunning: isPending,
    /** From 0 to 1; undefined while unknown. */
    part,
    done: data,
    wasStopped,
    problem: wasStopped ? undefined : error,
  }
}
