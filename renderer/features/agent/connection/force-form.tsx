import { type FormEvent, useState } from 'react'
import { type DialectId, dialectIds } from '#shared/a2a/dialect.ts'
import { type Binding, bindings } from '#shared/a2a/model.ts'
import { defined } from '#shared/defined.ts'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useConfigure } from '../use-discovery.ts'
import { bindingName, dialectName, type Found } from '../ways.ts'

interface ForceFormProps {
  readonly agentId: string
  readonly discovery: Found
}

/** Version, binding and address by hand, whatever the card says. */
export function ForceForm({ agentId, discovery }: ForceFormProps) {
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
    <section aria-label="Manual" className="connection-part">
      <div className="connection-head">
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
        <TextField label="Address" mono value={url} onChange={({ target }) => setUrl(target.value)} />
        <Button type="submit" disabled={url.trim() === '' || configure.isPending}>
          Use this interface
        </Button>
      </form>
      {configure.error && (
        <p className="notice" role="alert">
          {messageOf(configure.error)}
        </p>
      )}
    </section>
  )
}
