import { Trash2 } from 'lucide-react'
import type { AgentPushConfig, PushConfiguration } from '#shared/contract/push.ts'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Problem } from '../../../../ui/problem.tsx'
import { UntrustedText } from '../../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../../ui/visible-text.ts'

interface ConfigurationsAtAgentProps {
  readonly config: PushConfiguration
  readonly taskId: string
}

/** The configurations of the task as the agent lists them, also those that others made. */
export function ConfigurationsAtAgent({ config: { agentId }, taskId }: ConfigurationsAtAgentProps) {
  const ask = useReceiverAction((client, agentConfigId: string | undefined) =>
    agentConfigId === undefined
      ? client.push.list({ agentId, taskId })
      : client.push.deleteAtAgent({ agentId, taskId, agentConfigId }),
  )
  const { data } = ask
  return (
    <section aria-label="Configurations at the agent" className="config-part pt-10 rule-above">
      <div className="line gap-8">
        <h4 className="webhook-head mb-4 small bold">What the agent lists for this task</h4>
        <span className="spacer" />
        <Button disabled={ask.isPending} onClick={() => ask.mutate(undefined)}>
          {ask.isPending ? 'Asking…' : 'Ask the agent'}
        </Button>
      </div>
      <Problem error={ask.error} />
      {data?.problem !== undefined && (
        <p className="notice">
          <UntrustedText text={data.problem} limit={600} />
        </p>
      )}
      {data && data.problem === undefined && data.configs.length === 0 && (
        <p className="muted">It lists none.</p>
      )}
      {data && data.configs.length > 0 && (
        <ul className="mt-6">
          {data.configs.map((config, index) => (
            // What an agent lists may carry the same id twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <AgentConfigRow key={index} config={config} onDelete={() => ask.mutate(config.agentConfigId)} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface AgentConfigRowProps {
  readonly config: AgentPushConfig
  onDelete(): void
}

function AgentConfigRow({ config, onDelete }: AgentConfigRowProps) {
  const { agentConfigId, url, token, scheme, configId } = config
  return (
    <li className="agent-config flex gap-8 rule-above small py-6">
      <div>
        <span className="mono">
          <UntrustedText text={agentConfigId === '' ? 'no id' : agentConfigId} limit={100} />
        </span>{' '}
        <span className="chip">{configId === undefined ? 'not of this Parley' : 'ours'}</span>
        <p className="muted mono">
          <UntrustedText text={url} limit={200} />
        </p>
        <p className="faint">
          {token ? 'with a token' : 'without a token'}
          {scheme !== undefined && (
            <>
              , <UntrustedText text={scheme} limit={60} />
            </>
          )}
        </p>
      </div>
      <IconButton
        label={`Delete ${visibleString(agentConfigId)} at the agent`}
        icon={<Trash2 size={13} />}
        disabled={agentConfigId === ''}
        onClick={onDelete}
      />
    </li>
  )
}
