// One push configuration: the agent's answer, its calls, and the possible actions.

import { Copy, Trash2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { AgentPushConfig, PushConfiguration, ReceiverState } from '#shared/contract/push.ts'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { useWebhooks } from '../../../../state/console.ts'
import { showOnWire } from '../../../../state/show-on-wire.ts'
import { Button, IconButton, LinkButton } from '../../../../ui/button.tsx'
import { Fact } from '../../../../ui/fact.tsx'
import { Problem } from '../../../../ui/feedback.tsx'
import { TextArea, TextField } from '../../../../ui/field.tsx'
import { formatClock } from '../../../../ui/format.ts'
import { UntrustedText } from '../../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../../ui/visible-text.ts'
import { AnswerControl } from './answer-control.tsx'
import { proofWords, StandingMark } from './configuration-words.tsx'
import { DiagnosisView } from './diagnosis-view.tsx'

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

type Act = (client: EngineClient) => Promise<unknown>

function Actions({ config, listening }: { readonly config: PushConfiguration; readonly listening: boolean }) {
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

interface Choice {
  readonly text: string
  readonly issuer: string
}

/** The keys that verify JWTs of calls. They are fetched once, here, and never on behalf of a call. */
function KeysForm({ config: { id: configId, keys } }: { readonly config: PushConfiguration }) {
  const [text, setText] = useState('')
  const [issuer, setIssuer] = useState('')
  const choose = useReceiverAction(({ push: { useKeys: holdAgainst } }, choice: Choice | undefined) =>
    holdAgainst({
      configId,
      keys: choice === undefined ? { kind: 'none' } : keysIn(choice.text),
      ...(choice !== undefined && choice.issuer !== '' && { issuer: choice.issuer }),
    }),
  )

  function submit(event: FormEvent): void {
    event.preventDefault()
    choose.mutate({ text: text.trim(), issuer: issuer.trim() }, { onSuccess: () => setText('') })
  }

  return (
    <details className="config-part pt-10 rule-above">
      <summary>
        JWT keys
        <span className="summary-words dim">
          {keys === undefined
            ? 'none: signatures aren’t verified'
            : `${keys.count} from ${keys.from}${keys.issuer === undefined ? '' : `, issuer ${keys.issuer}`}`}
        </span>
      </summary>
      <form onSubmit={submit}>
        <TextArea
          label="Address of a JWKS, or the JWKS itself"
          mono
          rows={3}
          placeholder="https://agent.example/.well-known/jwks.json"
          hint="An address is fetched once, when you press the button."
          value={text}
          onChange={setText}
        />
        <div className="field-row keys-row">
          <TextField label="Expected issuer" mono placeholder="any" value={issuer} onChange={setIssuer} />
          <Button type="submit" disabled={text.trim() === '' || choose.isPending}>
            Verify JWTs with these keys
          </Button>
          {keys && (
            <Button disabled={choose.isPending} onClick={() => choose.mutate(undefined)}>
              Forget the keys
            </Button>
          )}
        </div>
        <Problem error={choose.error} />
      </form>
    </details>
  )
}

function keysIn(text: string) {
  return text.startsWith('{')
    ? ({ kind: 'text', text } as const)
    : ({ kind: 'address', address: text } as const)
}

interface ConfigurationsAtAgentProps {
  readonly config: PushConfiguration
  readonly taskId: string
}

/** The configurations of the task as the agent lists them, including those of others. */
function ConfigurationsAtAgent({ config: { agentId }, taskId }: ConfigurationsAtAgentProps) {
  const mutation = useReceiverAction((client, agentConfigId: string | undefined) =>
    agentConfigId === undefined
      ? client.push.list({ agentId, taskId })
      : client.push.deleteAtAgent({ agentId, taskId, agentConfigId }),
  )
  const { data } = mutation
  return (
    <section aria-label="Configurations at the agent" className="config-part pt-10 rule-above">
      <div className="line gap-8">
        <h4 className="webhook-head mb-4 small bold">What the agent lists for this task</h4>
        <span className="spacer" />
        <Button disabled={mutation.isPending} onClick={() => mutation.mutate(undefined)}>
          {mutation.isPending ? 'Asking…' : 'Ask the agent'}
        </Button>
      </div>
      <Problem error={mutation.error} />
      {data?.problem !== undefined && (
        <p className="notice">
          <UntrustedText text={data.problem} limit={600} />
        </p>
      )}
      {data && data.problem === undefined && data.configs.length === 0 && (
        <p className="dim">It lists none.</p>
      )}
      {data && data.configs.length > 0 && (
        <ul className="mt-6">
          {data.configs.map((config, index) => (
            <AgentConfigRow
              // biome-ignore lint/suspicious/noArrayIndexKey: what an agent lists may carry the same id twice
              key={index}
              config={config}
              onDelete={() => mutation.mutate(config.agentConfigId)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function AgentConfigRow({ config, onDelete }: { readonly config: AgentPushConfig; onDelete(): void }) {
  const { agentConfigId, url, token, scheme, configId } = config
  return (
    <li className="flex gap-8 rule-above small py-6">
      <div className="fills">
        <span className="mono">
          <UntrustedText text={agentConfigId === '' ? 'no id' : agentConfigId} limit={100} />
        </span>{' '}
        <span className="chip">{configId === undefined ? 'not of this Parley' : 'ours'}</span>
        <p className="dim mono">
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
