import { type FormEvent, useState } from 'react'
import { type DialectId, dialectIds } from '#shared/a2a/dialect.ts'
import { type Binding, bindings } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { LiveButton } from '../live-button.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useAgentSettings, useConfigure } from '../use-discovery.ts'
import { bindingName, type CardDialogProps, dialectName, type OfCard } from '../ways.ts'
import { InterfaceList } from './interface-list.tsx'
import { ProbePanel } from './probe-panel.tsx'
import './connection.css'

/** The negotiation, open: what the card declares, what was chosen and why, what the user says instead, what the wire says. */
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

/** Version, binding and address by hand, whatever the card says. */
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
        <h3>Manual</h3>
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

/** Only `a2a.v1` is read in two ways. */
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
