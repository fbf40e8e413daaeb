import { AudioWaveform, type LucideIcon, RefreshCw, Reply, SendHorizontal, Webhook } from 'lucide-react'
import type { Source } from '#shared/story/sightings.ts'
import { sourceWord } from './row-words.ts'

const icons: Readonly<Record<Source, LucideIcon>> = {
  sent: SendHorizontal,
  stream: AudioWaveform,
  reply: Reply,
  poll: RefreshCw,
  push: Webhook,
}

const sentences: Readonly<Record<Source, string>> = {
  sent: 'sent by you',
  stream: 'seen on a stream',
  reply: 'seen in a reply',
  poll: 'seen by polling',
  push: 'pushed to the webhook',
}

interface SourceMarkProps {
  readonly source: Source
  /** Who sends it calls through a tap. */
  readonly byCaller?: true | undefined
  /** Where there is no room for the word, the shape stands for it. */
  readonly bare?: boolean
}

/** Where a fact was seen: colour, shape and word. */
export function SourceMark({ source, byCaller, bare = false }: SourceMarkProps) {
  const Icon = icons[source]
  const sender = byCaller ? { byCaller } : {}
  return (
    <span
      className={`source-mark inline gap-5 small ${source}`}
      title={source === 'sent' && byCaller ? 'sent by the caller, through a tap' : sentences[source]}
    >
      <Icon size={12} />
      <span className={bare ? 'visually-hidden' : undefined}>{sourceWord(source, sender)}</span>
    </span>
  )
}
