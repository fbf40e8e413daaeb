// All of a text, for what is not done piece by piece: it is asked for when that is done.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TextFacts } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { useNamed } from '../use-conversation.ts'
import { HtmlPreview } from './html-preview.tsx'
import { CsvTable } from './table-view.tsx'

interface WholeTextProps {
  readonly segment: TextFacts
  readonly as: 'table' | 'preview'
}

export function WholeText({ segment: { key, length }, as }: WholeTextProps) {
  const { queries } = useEngine()
  const input = useNamed()(key)
  const { data, error } = useQuery({
    ...queries.story.segment.queryOptions({ input }),
    // A text that grows is another one.
    queryKey: [...queries.story.segment.queryKey({ input }), length],
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (error) return <p className="notice">{messageOf(error)}</p>
  if (data === null) return <p className="notice">This text is no longer in the record.</p>
  if (!data) return <p className="faint">Loading…</p>
  const { text = '' } = data
  return as === 'table' ? <CsvTable text={text} /> : <HtmlPreview html={text} />
}

export function useReadText({ key }: TextFacts): (use: (text: string) => Promise<void> | void) => void {
  const { client } = useEngine()
  const segment = useNamed()(key)
  return (use) => {
    client.story
      .segment(segment)
      .then((whole) => use(whole?.text ?? ''))
      .catch((fault: unknown) => useRunningCalls.getState().setFault(segment.agentId, messageOf(fault)))
  }
}
