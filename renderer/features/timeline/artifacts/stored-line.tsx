import type { ArtifactOutline } from '#shared/story/timeline/outline.ts'

const storedWords = {
  equal: 'The agent stores what it streamed.',
  ahead: 'The agent stores more than it streamed.',
  shorter: 'The agent stores less than it streamed.',
  differs: 'What the agent stores differs from what it streamed.',
} as const

export function StoredLine({ artifact: { stored } }: { readonly artifact: ArtifactOutline }) {
  if (!stored) return null
  return <p className={`artifact-stored ${stored.as}`}>{storedWords[stored.as]}</p>
}
