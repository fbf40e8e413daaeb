import { useMutation } from '@tanstack/react-query'
import { Check, CircleSlash } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type DialectId, dialectIds } from '#shared/a2a/dialect.ts'
import { type Binding, bindings } from '#shared/a2a/model.ts'
import type { InterfaceChoiceView } from '#shared/contract/card.ts'
import type { CardViews, ProbeAnswer } from '#shared/contract/card-questions.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LeftOut, Problem } from '../../../ui/feedback.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { joinDefined } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { bindingName, type CardDialogProps, dialectName, type OfCard } from '../interface-name.ts'
import { useOpenDialog } from '../open-dialog.ts'
import { useAgentSettings, useConfigure } from '../use-discovery.ts'
import { LiveButton, WireLink } from '../wire-link.tsx'
import '../dialogs.css'

/** Interfaces listed to choose from; a line reports how many more the JSON has. */
const maxListedInterfaces = 200

/** The interfaces of the card, the chosen one with the reason, the user's settings, and the detected dialect. */
export function ConnectionDialog({ agentId, discovery, onClose }: CardDialogProps) {
  return (
    <Dialog
      wide
      title="Connection"
      onClose={onClose}
      actions={
        <LiveButton onClick={() => useOpenDialog.getState().show('network')}>Connection settings</LiveButton>
      }
    >
      <p className="mb-12">
        {discovery.connection
          ? discovery.connection.why
          : 'The card declares no interface that Parley supports. Name one below to try.'}
      </p>
      <InterfaceList agentId={agentId} discovery={discovery} />
      <ForceForm agentId={agentId} discovery={discovery} />
      {discovery.connection?.dialect === '0.3-proto' && <FileBytes agentId={agentId} />}
      <ProbePanel agentId={agentId} />
    </Dialog>
  )
}

/** Forces version, binding and address. */
function ForceForm({ agentId, discovery }: OfCard) {
  const configure = useConfigure(agentId)
  const { connection } = discovery
  const [dialect, setDialect] = useState<DialectId>(connection?.dialect ?? '1.0')
  const [binding, setBinding] = useState<Binding>(connection?.binding ?? 'JSONRPC')
  const [url, setUrl] = useState(connection?.interface.url ?? '')

  function submit(event: FormEvent): void {
    event.preventDefault()
    const tenant = connection?.interface.tenant
    const forced = { url: url.trim(), dialect, binding, ...defined({ tenant }) }
    configure.mutate((now) => ({ ...now, forced }))
  }

  return (
    <section aria-label="Manual" className="mt-16 rule-above pt-12">
      <div className="connection-head line gap-8 mb-4">
        <h3 className="bold fills">Manual</h3>
        {connection?.forced && <span className="chip on">in use</span>}
      </div>
      <form className="field-row force-form" onSubmit={submit}>
        <SelectField<DialectId>
          label="Version"
          className="force-choice"
          options={dialectIds}
          nameOf={dialectName}
          value={dialect}
          onChange={setDialect}
        />
        <SelectField<Binding>
          label="Binding"
          className="force-choice"
          options={bindings}
          nameOf={bindingName}
          value={binding}
          onChange={setBinding}
        />
        <TextField label="Address" mono value={url} onChange={setUrl} />
        <Button type="submit" disabled={url.trim() === '' || configure.isPending}>
          Use this interface
        </Button>
      </form>
      <Problem error={configure.error} />
    </section>
  )
}

const choices = ['as-specified', 'encoded-twice'] as const
type Choice = (typeof choices)[number]

const names: Readonly<Record<Choice, string>> = {
  'as-specified': 'As specified',
  'encoded-twice': 'Encoded twice, as the 0.3 clients of Python and Java send them',
}

/** Only `a2a.v1` is ambiguous. */
function FileBytes({ agentId }: { readonly agentId: string }) {
  const { fileBytes = 'as-specified' } = useAgentSettings(agentId)
  const configure = useConfigure(agentId)
  const choose = (choice: Choice) =>
    configure.mutate(({ fileBytes: _before, ...rest }) =>
      choice === 'encoded-twice' ? { ...rest, fileBytes: choice } : rest,
    )
  return (
    <section aria-label="Files" className="mt-16 rule-above pt-12">
      <SelectField<Choice>
        label="File bytes"
        options={choices}
        nameOf={(choice) => names[choice]}
        value={fileBytes}
        onChange={choose}
        hint="a2a-python 0.3 and a2a-java 0.3 treat a file’s bytes as base64 text: they reject plain bytes or corrupt them silently."
      />
      <Problem error={configure.error} />
    </section>
  )
}

/** Every interface of the card with its verdict; each supported one can be chosen. */
function InterfaceList({ agentId, discovery }: OfCard) {
  const configure = useConfigure(agentId)
  const { interfaces, connection } = discovery
  return (
    <section aria-label="Interfaces">
      <div className="connection-head line gap-8 mb-4">
        <h3 className="bold fills">Declared by the card</h3>
        {connection?.forced && (
          <Button onClick={() => configure.mutate(({ forced: _forced, ...rest }) => rest)}>
            Let Parley choose
          </Button>
        )}
      </div>
      {interfaces.length === 0 && <p className="dim">None.</p>}
      <ul className="interfaces">
        {interfaces.slice(0, maxListedInterfaces).map((choice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card may declare the same one twice
          <InterfaceRow key={index} choice={choice}>
            {choice.dialect && choice.binding && !choice.chosen && (
              <Button
                aria-label={`Use this: ${choice.dialect} ${bindingName(choice.binding)}`}
                onClick={() => configure.mutate((now) => ({ ...now, forced: forcedTo(choice) }))}
              >
                Use this
              </Button>
            )}
          </InterfaceRow>
        ))}
      </ul>
      <LeftOut total={interfaces.length} shown={maxListedInterfaces} where="in the JSON" />
    </section>
  )
}

function forcedTo({ interface: { url, tenant }, dialect, binding }: InterfaceChoiceView) {
  if (!dialect || !binding) return undefined
  return { url, dialect, binding, ...defined({ tenant }) }
}

interface InterfaceRowProps {
  readonly choice: InterfaceChoiceView
  readonly children: React.ReactNode
}

function InterfaceRow({ choice, children }: InterfaceRowProps) {
  const { interface: declared, dialect, chosen, why } = choice
  const spoken = dialect !== undefined
  const Icon = chosen ? Check : spoken ? undefined : CircleSlash
  return (
    <li className={joinDefined(' ', 'interface line gap-8', chosen && 'chosen')}>
      <span className="interface-mark rigid faint" aria-hidden={true}>
        {Icon && <Icon size={13} />}
      </span>
      <div className="fills">
        <p>
          <strong className="bold">
            <UntrustedText
              text={`${declared.protocolVersion ?? (dialect && dialectName(dialect)) ?? 'no version'} · ${bindingName(declared.binding)}`}
              limit={120}
            />
          </strong>{' '}
          <span className="mono dim">
            <UntrustedText text={declared.url} limit={300} />
          </span>
          {declared.tenant && (
            <span className="faint">
              {' '}
              tenant <UntrustedText text={declared.tenant} limit={100} />
            </span>
          )}
        </p>
        <p className="field-hint">
          {chosen && <strong className="interface-chosen bold">In use. </strong>}
          <UntrustedText text={why} limit={400} />
        </p>
      </div>
      {children}
    </li>
  )
}

interface ProbePanelProps {
  readonly agentId: string
}

/** Detects the agent's actual dialect, by calls that change nothing there. */
function ProbePanel({ agentId }: ProbePanelProps) {
  const { client } = useEngine()
  const probe = useMutation({ mutationFn: () => client.card.probe({ agentId }) })
  const views = useMutation({ mutationFn: () => client.card.compareViews({ agentId }) })
  const error = probe.error ?? views.error
  return (
    <section aria-label="Detect versions" className="mt-16 rule-above pt-12">
      <div className="connection-head line gap-8 mb-4">
        <h3 className="bold fills">Detect versions</h3>
        <Button aria-busy={views.isPending} disabled={views.isPending} onClick={() => views.mutate()}>
          Compare card versions
        </Button>
        <Button aria-busy={probe.isPending} disabled={probe.isPending} onClick={() => probe.mutate()}>
          Detect
        </Button>
      </div>
      <p className="field-hint">
        A probe requests a task that doesn’t exist, in one version after another, and compares the errors.
        Comparing loads the card with and without the A2A-Version header.
      </p>
      <div aria-live="polite">
        {error && <p className="notice">{messageOf(error)}</p>}
        {views.data && <Views views={views.data} />}
        {probe.data && <ProbeResult agentId={agentId} answer={probe.data} />}
      </div>
    </section>
  )
}

function Views({ views }: { readonly views: CardViews }) {
  return (
    <div className="probe-result mt-10 py-10 px-12">
      <p>{views.sentence}</p>
      <ul className="column gap-6 mt-8">
        {views.views.map(({ asked, exchangeId, outcome }) => (
          <li key={exchangeId} className="probe-call flex wraps small">
            <WireLink exchangeId={exchangeId}>
              {asked === 'nothing' ? 'without A2A-Version' : `A2A-Version: ${asked}`}
            </WireLink>
            <span className="dim">{outcome}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ProbeResultProps extends ProbePanelProps {
  readonly answer: ProbeAnswer
}

function ProbeResult({ agentId, answer }: ProbeResultProps) {
  const configure = useConfigure(agentId)
  const { suggestion } = answer
  return (
    <div className={joinDefined(' ', 'probe-result mt-10 py-10 px-12', suggestion && 'contradicts')}>
      <p>
        <strong className="bold">{answer.sentence}</strong>
        {!answer.certain && <span className="dim"> This isn’t certain.</span>}
      </p>
      {suggestion && (
        <Button primary onClick={() => configure.mutate((now) => ({ ...now, forced: suggestion }))}>
          Use {dialectName(suggestion.dialect)} over {bindingName(suggestion.binding)}
        </Button>
      )}
      <ul className="column gap-6 mt-8">
        {answer.calls.map((call) => (
          <li key={call.exchangeId} className="probe-call flex wraps small">
            <WireLink exchangeId={call.exchangeId}>
              {call.label} <span className="faint">as {dialectName(call.dialect)}</span>
            </WireLink>
            <span className="dim">
              <UntrustedText text={call.outcome} limit={300} />
            </span>
            {call.evidence.map(({ pointer, sentence, speaks }) => (
              <p key={`${pointer} ${sentence}`} className="probe-evidence">
                <UntrustedText text={sentence} limit={400} />{' '}
                <span className="faint">suggests {dialectName(speaks)}</span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
