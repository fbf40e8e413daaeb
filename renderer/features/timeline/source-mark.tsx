import type { Source } from '#shared/record/sightings.ts'

const names: Readonly<Record<Source, string>> = {
  sent: 'sent by you',
  stream: 'seen on a stream',
  reply: 'seen in a reply',
  poll: 'seen by polling',
  push: 'pushed to the webhook',
}

/** Where a fact was first seen: colour and shape, and in words for whoever asks. */
export function SourceMark({ source }: { readonly source: Source }) {
  return (
    <span className={`source-mark ${source}`} role="img" aria-label={names[source]} title={names[source]} />
  )
}
