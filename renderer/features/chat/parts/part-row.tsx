import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import type { FileUrlPart, UnknownPart } from '#shared/a2a/model.ts'
import type { FetchedFile } from '#shared/contract/files.ts'
import type { RowPart, SegmentFacts } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useChatView } from '../../../state/chat.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { ExternalLink } from '../../../ui/external-link.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { isHttpUrl } from '../../../ui/is-http-url.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { DataRow } from './data-row.tsx'
import { DataTree } from './data-tree.tsx'
import { FileCard } from './file-card.tsx'
import type { ByteSource } from './load-bytes.ts'
import { savePart } from './save-part.ts'
import { SegmentMenu } from './segment-menu.tsx'
import './parts.css'

export function PartRow({ segment, part }: { readonly segment: SegmentFacts; readonly part: RowPart }) {
  switch (part.kind) {
    case 'data':
      return <DataRow segment={segment} part={part} />
    case 'file-bytes':
      return (
        <FileCard
          source={part.far ? { kind: 'far', ...part.far } : { kind: 'base64', text: part.base64 }}
          name={part.filename}
          mediaType={part.mediaType}
          menu={(items) => <SegmentMenu segment={segment} items={items} />}
        />
      )
    case 'file-url':
      return <UrlRow segment={segment} part={part} />
    case 'unknown':
      return <UnknownRow segment={segment} part={part} />
  }
}

/** A part that A2A does not specify, shown as it arrived. The findings report it. */
function UnknownRow({ segment, part }: { readonly segment: SegmentFacts; readonly part: UnknownPart }) {
  return (
    <div className="row-box segment-first">
      <SegmentMenu
        segment={segment}
        items={() => [
          {
            label: 'Save as…',
            run: () => savePart(JSON.stringify(part.raw, null, 2), 'part.json', 'application/json'),
          },
        ]}
      />
      <p className="notice warning">
        <strong>Unknown part type</strong>
        <span>It has no text, file or data. Received:</span>
      </p>
      <DataTree value={part.raw} />
    </div>
  )
}

/** A file by address: a link until it is requested, then fetched by the engine and recorded. */
function UrlRow({ segment, part }: { readonly segment: SegmentFacts; readonly part: FileUrlPart }) {
  const { queries, canCall } = useEngine()
  const agentId = useSelection((selection) => selection.agentId) ?? ''
  const isRequested = useChatView((view) => view.modes[segment.key]) === 'fetched'
  const url = isHttpUrl(part.url)
  const fetched = useQuery(
    queries.files.fetch.queryOptions({
      input: { agentId, url: url ?? '' },
      enabled: isRequested && url !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  )
  const source = fetched.data && sourceOf(fetched.data)
  const problem = fetched.error ?? (fetched.data && problemOf(fetched.data))
  const menu = <SegmentMenu segment={segment} items={() => []} />
  if (source) {
    return (
      <FileCard
        source={source}
        name={part.filename ?? nameIn(fetched.data?.file?.url)}
        mediaType={part.mediaType ?? fetched.data?.file?.mediaType}
        menu={(items) => <SegmentMenu segment={segment} items={items} />}
      />
    )
  }
  return (
    <div className="row-box segment-first">
      {menu}
      <div className="column shrinks gap-6">
        <p className="file-line line shrinks gap-7 small">
          <Link2 size={14} className="dim" />
          <strong className="truncate bold">
            <UntrustedText text={part.filename ?? 'file'} limit={200} />
          </strong>
          <span className="dim truncate">
            <UntrustedText text={part.mediaType ?? 'no type'} limit={100} />
          </span>
        </p>
        <p className="small breaks">
          <ExternalLink url={part.url} />
        </p>
        <Problem error={problem} />
        {url !== undefined && canCall && (
          <p className="flex gap-6">
            <Button
              disabled={fetched.isFetching}
              title="Fetched by Parley, recorded as a request"
              onClick={() =>
                isRequested ? void fetched.refetch() : useChatView.getState().setMode(segment.key, 'fetched')
              }
            >
              {fetched.isFetching ? 'Fetching…' : problem ? 'Fetch again' : 'Fetch'}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}

function sourceOf({ file }: FetchedFile): ByteSource | undefined {
  if (!file || file.status >= 400) return undefined
  if (file.hash !== undefined) return { kind: 'body', hash: file.hash, sizeBytes: file.sizeBytes }
  return { kind: 'base64', text: file.base64 ?? '' }
}

function problemOf({ file, reason }: FetchedFile): string | undefined {
  if (!file) return reason ?? 'No file was returned.'
  return file.status >= 400 ? `The server answered ${file.status}. The console has the response.` : undefined
}

function nameIn(url: string | undefined): string | undefined {
  return (
    URL.parse(url ?? '')
      ?.pathname.split('/')
      .at(-1) || undefined
  )
}
