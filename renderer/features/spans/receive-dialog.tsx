// The receiver of agents' spans: off by default.

import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleDashed, CircleDot, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { EngineClient, Inputs } from '#shared/contract/contract.ts'
import {
  type SpanCounts,
  type SpanReceiverSettings,
  type SpanReceiverState,
  spanReceiverSettingsSchema,
} from '#shared/contract/spans.ts'
import { runCommand } from '../../commands/commands.ts'
import { useEngine, useLatest, useLiveEngine } from '../../host/engine.tsx'
import { Button, CopyButton, LinkButton } from '../../ui/button.tsx'
import { Dialog, FormDialog } from '../../ui/dialog.tsx'
import { Segments, SelectField, TextField } from '../../ui/field.tsx'
import { counted, formatCount, joinDefined, whenOf } from '../../ui/format.ts'
import { Mark } from '../../ui/marks.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import './spans.css'

interface ReceiveDialogProps {
  onClose(): void
  onUnknown(): void
}

export function ReceiveDialog(props: ReceiveDialogProps) {
  const state = useSpanReceiver()
  if (state) return <ReceiveForm state={state} {...props} />
  return (
    <Dialog
      title="Agent spans"
      onClose={props.onClose}
      actions={<Button onClick={props.onClose}>Close</Button>}
    >
      <p className="dim">Loading…</p>
    </Dialog>
  )
}

const hosts = ['127.0.0.1', '0.0.0.0'] as const
const hostNames: Readonly<Record<string, string>> = {
  '127.0.0.1': 'This machine only',
  '0.0.0.0': 'Other machines and containers',
}

function ReceiveForm({
  state,
  onClose,
  onUnknown,
}: ReceiveDialogProps & { readonly state: SpanReceiverState }) {
  const { settings, listening, environments } = state
  const [host, setHost] = useState(settings.host)
  const [port, setPort] = useState(portText(settings.port))
  const [grpcPort, setGrpcPort] = useState(portText(settings.grpcPort))
  const [wrong, setWrong] = useState<string>()
  const { start, stop } = useReceiverActions()
  const isBusy = start.isPending || stop.isPending

  function submit(): void {
    const parsed = spanReceiverSettingsSchema.safeParse({
      host,
      ...portIn('port', port),
      ...portIn('grpcPort', grpcPort),
    })
    setWrong(parsed.success ? undefined : 'A port is a number up to 65535.')
    if (parsed.success) start.mutate(parsed.data satisfies SpanReceiverSettings)
  }
  return (
    <FormDialog
      title="Agent spans"
      wide
      submitLabel={listening ? 'Apply' : 'Receive spans'}
      closeLabel="Close"
      disabled={isBusy}
      error={wrong ?? start.error ?? stop.error}
      actions={
        listening && (
          <Button disabled={isBusy} onClick={() => stop.mutate()}>
            Stop receiving
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="column gap-12">
        <p>
          An agent with OpenTelemetry can send its spans to Parley. Its LLM calls, tools and database queries
          then appear under the call that they belong to, in its Timing and beneath its task.
        </p>
        <ReceiverStatus state={state} onUnknown={onUnknown} />
        <div className="field-row">
          <TextField
            label="HTTP port"
            mono
            inputMode="numeric"
            placeholder="4318"
            value={port}
            onChange={setPort}
          />
          <TextField
            label="gRPC port"
            mono
            inputMode="numeric"
            placeholder="4317"
            value={grpcPort}
            onChange={setGrpcPort}
          />
          <SelectField
            label="Reachable from"
            options={hosts.some((each) => each === host) ? hosts : [...hosts, host]}
            value={host}
            nameOf={(each) => hostNames[each] ?? each}
            onChange={setHost}
          />
        </div>
        {host !== '127.0.0.1' && (
          <p className="notice warning">
            Anyone who can reach this machine can then send spans to Parley. They can read nothing.
          </p>
        )}
        <Environment environments={environments} />
        <p className="dim">
          Spans are matched by trace. Turn on “Send a traceparent header” for each agent whose spans you want
          to see.{' '}
          <LinkButton
            onClick={() => {
              if (runCommand('agent.network')) onClose()
            }}
          >
            Connection settings of the agent
          </LinkButton>
        </p>
      </div>
    </FormDialog>
  )
}

function portText(port: number | undefined): string {
  return port === undefined ? '' : String(port)
}

/** An empty field leaves it to the engine. */
function portIn(name: string, text: string) {
  return text.trim() === '' ? {} : { [name]: Number(text) }
}

type Protocol = SpanReceiverState['environments'][number]['protocol']
const names: Readonly<Record<Protocol, string>> = { 'http/protobuf': 'HTTP', grpc: 'gRPC' }

function Environment({ environments }: Pick<SpanReceiverState, 'environments'>) {
  const [requested, setRequested] = useState<Protocol>('http/protobuf')
  const shown = environments.find(({ protocol }) => protocol === requested) ?? environments[0]
  if (!shown) return null
  const text = shown.variables.map(({ name, value }) => `${name}=${value}`).join('\n')
  return (
    <section aria-label="Environment variables">
      <div className="line wraps gap-8">
        <h3 className="bold">Environment variables for the agent</h3>
        <span className="spacer" />
        <Segments
          label="Protocol"
          options={environments.map(({ protocol }) => protocol)}
          value={shown.protocol}
          nameOf={(each) => names[each]}
          onChange={(next) => setRequested(next)}
        />
        <CopyButton text={text} />
      </div>
      <pre className="span-variables mono verbatim well py-8 px-10">{text}</pre>
    </section>
  )
}

function useSpanReceiver() {
  return useLatest(useLiveEngine().client, follow)
}

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.spanReceiver.follow(undefined, options)

function useReceiverActions() {
  const { client } = useLiveEngine()
  return {
    start: useMutation({
      mutationFn: (settings: Inputs['spanReceiver']['start']) => client.spanReceiver.start(settings),
    }),
    stop: useMutation({ mutationFn: () => client.spanReceiver.stop() }),
  }
}

interface ReceiverStatusProps {
  readonly state: SpanReceiverState
  onUnknown(): void
}

function ReceiverStatus({ state, onUnknown }: ReceiverStatusProps) {
  const { counts, problem } = state
  const unknown = useUnknownCount(counts.received)
  return (
    <section className="span-receiver-status column gap-6 small" aria-label="Receiver status">
      <p role="status">
        <Listening state={state} />
      </p>
      {problem !== undefined && <p className="notice">{visibleString(problem)}</p>}
      <p className="dim">
        {countWords(counts)}
        {unknown > 0 && (
          <>
            {' '}
            <LinkButton onClick={onUnknown}>{counted(unknown, 'unknown trace')}</LinkButton>
          </>
        )}
      </p>
      {counts.lastProblem && (
        <p className="notice warning">
          {whenOf(counts.lastProblem.at)}: {visibleString(counts.lastProblem.message)}
        </p>
      )}
    </section>
  )
}

function Listening({ state: { listening, problem } }: Pick<ReceiverStatusProps, 'state'>) {
  if (!listening) {
    return problem === undefined ? (
      <Mark icon={CircleDashed} colour="var(--dim)" word="off" />
    ) : (
      <Mark icon={CircleX} colour="var(--failed)" word="can’t listen" />
    )
  }
  const word = (
    <span>
      listening on <span className="mono">{listening.http}</span> (HTTP) and{' '}
      <span className="mono">{listening.grpc}</span> (gRPC)
    </span>
  )
  return <Mark icon={CircleDot} colour="var(--completed)" word={word} />
}

function countWords({ received, repeated, refused, dropped, badRequests, lastAt }: SpanCounts): string {
  const words = joinDefined(
    '. ',
    `${counted(received, 'span')} received${lastAt === undefined ? '' : `, the last ${whenOf(lastAt)}`}`,
    repeated > 0 && `${formatCount(repeated)} sent again`,
    refused > 0 && `${formatCount(refused)} rejected: no valid ids`,
    dropped > 0 && `${formatCount(dropped)} not kept: too many, or not recording`,
    badRequests > 0 && `${counted(badRequests, 'request')} couldn’t be read`,
  )
  return `${words}.`
}

/** There is one count for each number of spans, so an unused one is dropped soon. */
const unusedCountMs = 1_000

/** Of the session that is looked at, requested again whenever spans have arrived. */
function useUnknownCount(received: number): number {
  const { client } = useEngine()
  const { data } = useQuery({
    queryKey: ['spans', 'unknown', received],
    queryFn: ({ signal }) => client.spans.unknown({ offset: 0, limit: 1 }, { signal }),
    placeholderData: (before) => before,
    gcTime: unusedCountMs,
  })
  return data?.total ?? 0
}
