import type { DialectId } from '#shared/a2a/dialect.ts'
import { dialectIds } from '#shared/a2a/dialect.ts'
import type { Binding } from '#shared/a2a/model.ts'
import { bindings } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { type Composed, useCompose } from '../../../state/compose.ts'
import { useSelection } from '../../../state/selection.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { bindingName, dialectName } from '../../agent/index.ts'
import { callsOf, composedOf } from '../../request-templates/index.ts'
import { useAgentWay } from './use-agent-way.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** Version, binding and template; method and address. */
export function ComposeHead({ composed }: { readonly composed: Composed }) {
  const { edit, start } = useCompose.getState()
  const { agentId, dialect, binding, method, url, credentials } = composed
  const way = useAgentWay(agentId)
  const taskId = useSelection((selection) => selection.taskId)

  function fill(kind: OperationKind): void {
    if (dialect === undefined || binding === undefined) return
    const target = way(dialect, binding) ?? { url }
    const next = composedOf(kind, {
      agentId,
      dialect,
      binding,
      taskId,
      messageId: crypto.randomUUID(),
      ...target,
    })
    if (next) start(next)
  }

  return (
    <>
      <div className="field-row">
        <SelectField<DialectId | 'none'>
          label="Version"
          options={['none', ...dialectIds]}
          nameOf={(each) => (each === 'none' ? 'none' : dialectName(each))}
          value={dialect ?? 'none'}
          onChange={(chosen) => edit({ dialect: chosen === 'none' ? undefined : chosen })}
        />
        <SelectField<Binding | 'none'>
          label="Binding"
          options={['none', ...bindings]}
          nameOf={(each) => (each === 'none' ? 'plain HTTP' : bindingName(each))}
          value={binding ?? 'none'}
          onChange={(chosen) => edit({ binding: chosen === 'none' ? undefined : chosen })}
        />
        <SelectField<OperationKind | 'none'>
          label="Start from"
          options={['none', ...(dialect && binding ? callsOf(dialect, binding) : [])]}
          nameOf={(kind) => (kind === 'none' ? 'a template…' : callNames[kind])}
          value="none"
          onChange={(kind) => {
            if (kind !== 'none') fill(kind)
          }}
        />
      </div>
      <div className="field-row">
        <span className="field compose-method">
          <label className="field-label" htmlFor="compose-method">
            {binding === 'GRPC' ? 'Call' : 'Method'}
          </label>
          <input
            id="compose-method"
            className="input mono"
            list="compose-methods"
            spellCheck={false}
            value={method}
            onChange={({ target }) => edit({ method: target.value })}
          />
          <datalist id="compose-methods">
            {methods.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </span>
        <TextField label="Address to send to" mono value={url} onChange={(url) => edit({ url })} />
      </div>
      {agentId !== undefined && (
        <div className="compose-credentials line gap-8 mt-12 small">
          <Switch
            label="Send the agent’s credentials"
            on={credentials}
            onChange={() => edit({ credentials: !credentials })}
          />
          <span className="muted" aria-hidden={true}>
            Send the agent’s credentials, if approved for this origin
          </span>
        </div>
      )}
    </>
  )
}

const callNames: Readonly<Record<OperationKind, string>> = {
  send: 'Send a message',
  stream: 'Send and stream',
  get: 'Get a task',
  list: 'List tasks',
  cancel: 'Cancel a task',
  subscribe: 'Subscribe to a task',
  'push-create': 'Register a webhook',
  'push-get': 'Get a webhook',
  'push-list': 'List webhooks',
  'push-delete': 'Delete a webhook',
  'extended-card': 'Get the extended card',
}
