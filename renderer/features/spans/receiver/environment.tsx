import { useState } from 'react'
import type { SpanReceiverState } from '#shared/contract/spans.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Segments } from '../../../ui/segments.tsx'

type Protocol = SpanReceiverState['environments'][number]['protocol']
const names: Readonly<Record<Protocol, string>> = { 'http/protobuf': 'HTTP', grpc: 'gRPC' }

/** What to set where an agent is started. */
export function Environment({ environments }: Pick<SpanReceiverState, 'environments'>) {
  const [wanted, setWanted] = useState<Protocol>('http/protobuf')
  const shown = environments.find(({ protocol }) => protocol === wanted) ?? environments[0]
  if (!shown) return null
  const text = shown.variables.map(({ name, value }) => `${name}=${value}`).join('\n')
  return (
    <section className="span-environment" aria-label="Environment variables">
      <div className="span-environment-head">
        <h3>Environment variables for the agent</h3>
        <span className="spacer" />
        <Segments
          label="Protocol"
          options={environments.map(({ protocol }) => protocol)}
          value={shown.protocol}
          nameOf={(each) => names[each]}
          onChange={(next) => setWanted(next)}
        />
        <CopyButton text={text} />
      </div>
      <pre className="span-variables mono">{text}</pre>
    </section>
  )
}
