import { type FormEvent, useState } from 'react'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import { messageOf } from '../../../host/message-of.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useConfigure } from '../use-discovery.ts'
import { bindingName, dialectName, type Found } from '../ways.ts'

const dialects = [
  '1.0',
  '1.0-rc',
  '0.3',
  '0.3-proto',
  '0.3-schema',
  '0.2',
  '0.1',
] as const satisfies readonly DialectId[]
const bindings = ['JSONRPC', 'HTTP+JSON', 'GRPC'] as const satisfies readonly Binding[]

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
    const forced = { url: url.trim(), dialect, binding, ...(tenant !== undefined && { tenant }) }
    configure.mutate((now) => ({ ...now, forced }))
  }

  return (
    <section aria-label="By hand" className="connection-part">
      <div className="connection-head">
        <h3>By hand</h3>
        {connection?.forced && <span className="chip on">in force</span>}
      </div>
      <form className="field-row force-form" onSubmit={submit}>
        <SelectField<DialectId>
          label="Version"
          className="force-choice"
          options={dialects}
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
          Speak this
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
