// One push configuration: what the agent answered, whether it calls, and what can be done with it.

import { Copy, X } from 'lucide-react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { PushConfiguration, ReceiverState } from '#shared/contract/push.ts'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { showOnWire } from '../../../../state/show-on-wire.ts'
import { useWebhooks } from '../../../../state/webhooks.ts'
import { Button, IconButton, LinkButton } from '../../../../ui/button.tsx'
import { Fact } from '../../../../ui/fact.tsx'
import { formatClock } from '../../../../ui/format.ts'
import { Problem } from '../../../../ui/problem.tsx'
import { UntrustedText } from '../../../../ui/untrusted-text.tsx'
import { AnswerControl } from './answer-control.tsx'
import { proofWords, StandingMark } from './configuration-words.tsx'
import { ConfigurationsAtAgent } from './configurations-at-agent.tsx'
import { DiagnosisView } from './diagnosis-view.tsx'
import { KeysForm } from './keys-form.tsx'

interface ConfigurationDetailProps {
  readonly config: PushConfiguration
  readonly state: ReceiverState
}

export function ConfigurationDetail({ config, state }: ConfigurationDetailProps) {
  const { id, exchangeId, calls, standing } = config
  return (
    <section className="column full-height" aria-label="Push configuration">
      <div className="title-bar gap-10">
        <h3 className="truncate">{config.agentConfigId}</h3>
        <StandingMark config={config} />
        <span className="spacer" />
        <IconButton
          label="Close the configuration"
          icon={<X size={14} />}
          onClick={() => useWebhooks.getState().chooseConfiguration(undefined)}
        />
      </div>
      <div className="config-body column fills gap-12 scrolls">
        <p>
          <UntrustedText text={config.sentence} limit={800} />{' '}
          {exchangeId !== undefined && (
            <LinkButton onClick={() => showOnWire(exchangeId)}>Show request</LinkButton>
          )}
        </p>
        {calls === 0 && standing !== 'deleted' && <DiagnosisView config={config} />}
        <Actions config={config} listening={state.listening !== undefined} />
        <Facts config={config} />
        <AnswerControl key={`answers ${id}`} config={config} />
        <KeysForm config={config} />
        {config.taskId !== undefined && <ConfigurationsAtAgent config={config} taskId={config.taskId} />}
      </div>
    </section>
  )
}

function Facts({ config }: { readonly config: PushConfiguration }) {
  const { url, taskId, dialect, createdAt, calls, firstCallAt, lastCallAt } = config
  return (
    <dl className="column gap-3 small">
      <Fact name="Address">
        <span className="mono">{url}</span>
        <IconButton
          className="fact-copy"
          label="Copy the address"
          icon={<Copy size={12} />}
          onClick={() => void navigator.clipboard.writeText(url)}
        />
      </Fact>
      <Fact name="Task">
        <span className="mono">
          {taskId === undefined ? 'not known yet' : <UntrustedText text={taskId} />}
        </span>
      </Fact>
      <Fact name="Authentication">{proofWords(config)}</Fact>
      <Fact name="Created">
        {formatClock(createdAt)}
        {dialect !== undefined && `, for A2A ${dialect}`}
      </Fact>
      <Fact name="Calls">
        <span className="num">
          {calls === 0 ? 'none' : calls}
          {firstCallAt !== undefined && `, first ${formatClock(firstCallAt)}`}
          {lastCallAt !== undefined && calls > 1 && `, last ${formatClock(lastCallAt)}`}
        </span>
      </Fact>
    </dl>
  )
}

interface ActionsProps {
  readonly config: PushConfiguration
  readonly listening: boolean
}

type Act = (client: EngineClient) => Promise<unknown>

function Actions({ config, listening }: ActionsProps) {
  const { id: configId, taskId, standing, calls } = config
  const action = useReceiverAction((client, act: Act) => act(client))
  const withTask = taskId !== undefined
  const run = (act: Act) => () => action.mutate(act)
  return (
    <div className="config-actions flex wraps gap-6">
      {calls > 0 && (
        <Button onClick={() => useWebhooks.getState().showCallsOf(configId)}>Show its calls</Button>
      )}
      {withTask && standing !== 'deleted' && (
        <Button disabled={action.isPending} onClick={run((client) => client.push.get({ configId }))}>
          Read back
        </Button>
      )}
      {withTask && (
        <Button
          disabled={action.isPending || !listening}
          title={listening ? undefined : 'The receiver is off'}
          onClick={run(async (client) => {
            const again = await client.push.offerAgain({ configId })
            useWebhooks.getState().chooseConfiguration(again.id)
          })}
        >
          Register again
        </Button>
      )}
      {withTask && standing !== 'deleted' && (
        <Button disabled={action.isPending} onClick={run((client) => client.push.delete({ configId }))}>
          Delete at the agent
        </Button>
      )}
      <Button
        disabled={action.isPending}
        title="Its address answers 404 from then on; its calls stay on the record"
        onClick={run((client) => client.push.forget({ configId }))}
      >
        Forget
      </Button>
      <Problem error={action.error} />
    </div>
  )
}
