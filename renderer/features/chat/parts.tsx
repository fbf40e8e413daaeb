import type { Part } from '#shared/a2a/model.ts'
import { formatBytes } from '../../ui/format.ts'

/** Parts as text and data; pieces of text in a row read as one. */
export function Parts({ parts }: { readonly parts: readonly Part[] }) {
  return joinText(parts).map((part, index) => (
    // Parts have no identity of their own, and their order is the agent's.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <PartView key={index} part={part} />
  ))
}

function PartView({ part }: { readonly part: Part }) {
  switch (part.kind) {
    case 'text':
      return <p className="part-text">{part.text}</p>
    case 'data':
      return <pre className="part-data">{JSON.stringify(part.data, null, 2)}</pre>
    case 'file-bytes':
      return (
        <FileLine name={part.filename} type={part.mediaType} detail={formatBytes(base64Size(part.base64))} />
      )
    case 'file-url':
      return <FileLine name={part.filename} type={part.mediaType} detail={part.url} />
    case 'unknown':
      return <pre className="part-data">{JSON.stringify(part.raw, null, 2)}</pre>
  }
}

interface FileLineProps {
  readonly name: string | undefined
  readonly type: string | undefined
  readonly detail: string
}

function FileLine({ name, type, detail }: FileLineProps) {
  return (
    <p className="part-file">
      <strong>{name ?? 'file'}</strong>{' '}
      <span className="muted">{[type, detail].filter(Boolean).join(' · ')}</span>
    </p>
  )
}

function joinText(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = []
  let run: string[] = []
  const flush = () => {
    if (run.length > 0) joined.push({ kind: 'text', text: run.join('') })
    run = []
  }
  for (const part of parts) {
    if (part.kind === 'text') {
      run.push(part.text)
    } else {
      flush()
      joined.push(part)
    }
  }
  flush()
  return joined
}

function base64Size(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4)
}
