// Writes a request by hand: starts from an exchange or a template, checks it during typing, and sends it right or wrong.

import { AlignLeft, Send, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { type DialectId, dialectIds } from '#shared/a2a/dialect.ts'
import type { WrittenProblem } from '#shared/a2a/hand-written.ts'
import { hoverSchemaOf } from '#shared/a2a/hover-schema.ts'
import { type Binding, bindings } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { messageOf } from '#shared/errors.ts'
import { CodeView } from '../../../editor/code-view.tsx'
import { useEngine } from '../../../host/engine.tsx'
import { type Composed, useCompose } from '../../../state/compose.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { LeftOut, Problem } from '../../../ui/feedback.tsx'
import { Segments, SelectField, Switch, TextArea, TextField } from '../../../ui/field.tsx'
import { SeverityMark } from '../../../ui/marks.tsx'
import { bindingName, dialectName } from '../../agent/index.ts'
import { callsOf, composedOf } from '../../request-templates/index.ts'
import { handWrittenRequestOf, laidOut, obstacleOf, problemsOf } from './composed.ts'
import { useAgentInterface } from './other-interface-dialog.tsx'
import '../console.css'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

function ComposeHead({ composed }: { readonly composed: Composed }) {
  const { edit, start } = useCompose.getState()
  const { agentId, dialect, binding, method, url, credentials } = composed
  const way = useAgentInterface(agentId)
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
          <span className="dim" aria-hidden={true}>
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

export function ComposePane({ composed }: { readonly composed: Composed }) {
  const { edit, show } = useCompose.getState()
  const { client } = useEngine()
  const [problem, setProblem] = useState<string>()
  const [reveal, setReveal] = useState<{ readonly pointer: string }>()
  const settled = useDeferredValue(composed)
  const problems = useMemo(() => problemsOf(settled), [settled])
  const marks = useMemo(
    () =>
      problems.map(({ pointer, severity, message, hint }) => ({
        at: pointer,
        severity,
        message: `${message}\n${hint}`,
      })),
    [problems],
  )
  const obstacle = obstacleOf(composed)
  const { dialect, binding } = composed
  const schema = dialect && binding && hoverSchemaOf(dialect, binding, 'request')
  const isWrong = problems.some(({ severity }) => severity === 'error')

  function send(): void {
    setProblem(undefined)
    client.again
      .send(handWrittenRequestOf(composed))
      .then(({ exchangeId }) => {
        show(false)
        useSelection.getState().selectExchange(exchangeId)
      })
      .catch((error: unknown) => setProblem(messageOf(error)))
  }

  return (
    <section className="compose column full-height" aria-label="Compose a request">
      <div className="pane-head line rigid gap-8 rule-below">
        <h2>{composed.from === undefined ? 'Compose a request' : 'Edit and resend'}</h2>
        <span className="spacer" />
        <Button primary disabled={obstacle !== undefined} title={obstacle} onClick={send}>
          <Send size={13} /> {isWrong ? 'Send anyway' : 'Send'}
        </Button>
        <IconButton label="Close the composer" icon={<X size={14} />} onClick={() => show(false)} />
      </div>
      <Problem error={problem ?? obstacle} />
      <div className="column fills scrolls">
        <div className="compose-fields rigid py-10 px-12">
          <ComposeHead composed={composed} />
          <TextArea
            label={composed.binding === 'GRPC' ? 'Metadata, one per line' : 'Headers, one per line'}
            mono
            rows={Math.min(8, Math.max(3, composed.headers.split('\n').length))}
            value={composed.headers}
            onChange={(headers) => edit({ headers })}
          />
        </div>
        <div className="compose-body column rule-above">
          <div className="body-tools line gap-8 rigid">
            <BodyForms composed={composed} />
            <span className="spacer" />
            {composed.bodyForm === 'text' && (
              <IconButton
                label="Format the body"
                icon={<AlignLeft size={14} />}
                onClick={() => edit({ text: laidOut(composed.text) })}
              />
            )}
          </div>
          {composed.bodyForm === 'text' ? (
            <div className="compose-text">
              <CodeView
                name="Body to send"
                text={composed.text}
                marks={marks}
                reveal={reveal}
                schema={schema}
                onChange={(text) => edit({ text })}
              />
            </div>
          ) : (
            <textarea
              className="input mono compose-text"
              aria-label="Bytes to send"
              spellCheck={false}
              value={composed.hex}
              onChange={({ target }) => edit({ hex: target.value })}
            />
          )}
        </div>
        <ProblemList composed={settled} problems={problems} onReveal={(pointer) => setReveal({ pointer })} />
      </div>
    </section>
  )
}

function BodyForms({ composed }: { readonly composed: Composed }) {
  const { edit } = useCompose.getState()
  if (composed.binding === 'GRPC') return <span className="dim">Message, as JSON</span>
  return (
    <Segments
      label="Body format"
      options={['text', 'hex']}
      value={composed.bodyForm}
      nameOf={(form) => (form === 'text' ? 'Text' : 'Bytes')}
      onChange={(bodyForm) => edit({ bodyForm })}
    />
  )
}

/** Problems listed of a request that is written; they are counted above, and a line reports how many more. */
const maxShownProblems = 50

interface ProblemListProps {
  readonly composed: Composed
  readonly problems: readonly WrittenProblem[]
  onReveal(pointer: string): void
}

/** Problems of the request; none prevents sending it. */
function ProblemList({ composed: { dialect }, problems, onReveal }: ProblemListProps) {
  return (
    <div className="compose-problems rigid scrolls rule-above" aria-live="polite">
      <p className="dim">{summaryOf(problems.length, dialect && dialectName(dialect))}</p>
      {problems.length > 0 && (
        <ul aria-label="Problems in the request">
          {problems.slice(0, maxShownProblems).map(({ severity, message, hint, pointer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be wrong twice
            <li key={index}>
              <button type="button" className="exchange-finding" onClick={() => onReveal(pointer)}>
                <span className="flex gap-6">
                  <SeverityMark severity={severity} />
                  <strong className="bold">{message}</strong>
                </span>
                {hint !== '' && <span className="dim">{hint}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <LeftOut total={problems.length} shown={maxShownProblems} where="not listed" />
    </div>
  )
}

function summaryOf(count: number, version: string | undefined): string {
  if (version === undefined) return 'Sent as written, without checks: no version is chosen.'
  if (count === 0) return `Valid as A2A ${version}.`
  return `${count === 1 ? 'One thing is' : `${count} things are`} not as A2A ${version} requires.`
}
