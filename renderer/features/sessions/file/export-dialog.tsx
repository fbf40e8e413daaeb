import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileFormat, Selection } from '#shared/contract/session-files.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import { useEngine, useLiveEngine } from '../../../host/engine.tsx'
import { queryClient } from '../../../host/query-client.ts'
import { taskOfKey, useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem, ProgressBar } from '../../../ui/feedback.tsx'
import { Checkbox, Choice, Choices, Select } from '../../../ui/field.tsx'
import { counted, formatClock, joinDefined } from '../../../ui/format.ts'
import { shortId, visibleString } from '../../../ui/visible-text.ts'
import { useCurrentConversation } from '../../chat/index.ts'
import { nameOf } from '../session-words.ts'
import { newestOperations } from './newest-operations.ts'
import { useExport } from './transfer.ts'

type Format = Exclude<FileFormat, 'har' | 'ndjson'>

interface ChosenFormat {
  readonly format: Format
  /** Traces include the text of messages. */
  readonly messageText: boolean
}

const formats: Readonly<Record<Format, readonly [label: string, hint: string]>> = {
  parley: ['A Parley file', 'Opens in any Parley, in all panes, and can be replayed and served there.'],
  html: ['A web page', 'One file that opens in any browser, without Parley and without a network.'],
  otlp: [
    'OpenTelemetry traces, JSON',
    'OTLP as lines of JSON, for a Collector or a trace store. A span for each call and each task.',
  ],
  'otlp-protobuf': ['OpenTelemetry traces, protobuf', 'The same in one OTLP message, smaller.'],
}
const isFormat = (name: string): name is Format => name in formats

function isTraces(format: Format): boolean {
  return format === 'otlp' || format === 'otlp-protobuf'
}

interface FormatChoicesProps {
  readonly chosen: ChosenFormat
  readonly disabled: boolean
  onChoose(chosen: ChosenFormat): void
}

function FormatChoices({ chosen, disabled, onChoose }: FormatChoicesProps) {
  return (
    <>
      <Choices legend="Format" disabled={disabled}>
        {Object.keys(formats)
          .filter(isFormat)
          .map((format) => (
            <Choice
              key={format}
              name="format"
              label={formats[format][0]}
              hint={formats[format][1]}
              checked={chosen.format === format}
              onPick={() => onChoose({ format, messageText: chosen.messageText && isTraces(format) })}
            />
          ))}
      </Choices>
      {isTraces(chosen.format) && (
        <Checkbox
          label="Include message text"
          checked={chosen.messageText}
          disabled={disabled}
          onChange={(messageText) => onChoose({ ...chosen, messageText })}
        />
      )}
    </>
  )
}

export function ExportDialog({ session, onClose }: { readonly session: SessionView; onClose(): void }) {
  const parts = usePartChoices(session)
  const [selection, setSelection] = useState<Selection>({ of: 'session' })
  const [chosen, setChosen] = useState<ChosenFormat>({ format: 'parley', messageText: false })
  const [isConfirming, setConfirming] = useState(false)
  const { isRunning: isWriting, part, problem, start, stop } = useExport(onClose)
  const finish = () => {
    if (chosen.messageText && !isConfirming) return setConfirming(true)
    setConfirming(false)
    start({ sessionId: session.id, selection, ...chosen })
  }
  const goBack = () => (isConfirming ? setConfirming(false) : onClose())
  return (
    <Dialog
      title="Export this recording"
      onClose={onClose}
      actions={
        <>
          <Button onClick={isWriting ? stop : goBack}>{isConfirming ? 'Back' : 'Cancel'}</Button>
          <Button primary disabled={isWriting} onClick={finish}>
            {isConfirming ? 'Export with message text' : 'Export'}
          </Button>
        </>
      }
    >
      <p>
        <strong>{visibleString(nameOf(session))}</strong>, {counted(session.entries, 'entry', 'entries')}.
        Known secrets are redacted before the file is written.
      </p>
      <Choices legend="Contents" disabled={isWriting || isConfirming}>
        <Choice
          name="part"
          label="Entire recording"
          checked={selection.of === 'session'}
          onPick={() => setSelection({ of: 'session' })}
        />
        <PartOf label="One task" parts={parts.tasks} selection={selection} onPick={setSelection} />
        <PartOf label="One conversation" parts={parts.contexts} selection={selection} onPick={setSelection} />
      </Choices>
      <FormatChoices chosen={chosen} disabled={isWriting || isConfirming} onChoose={setChosen} />
      {isConfirming && (
        <p className="notice warning" role="alert">
          Prompts and answers will be in the traces, and in every store they are sent to.
        </p>
      )}
      {isWriting && (
        <>
          <ProgressBar label="Exporting" part={part} />
          <p className="dim">Canceling leaves no file.</p>
        </>
      )}
      <Problem error={problem} />
    </Dialog>
  )
}

interface PartOfProps {
  readonly label: string
  readonly parts: readonly PartChoice[]
  readonly selection: Selection
  onPick(selection: Selection): void
}

function PartOf({ label, parts, selection, onPick }: PartOfProps) {
  const [index, setIndex] = useState(0)
  const part = parts[index]
  if (part === undefined) return null
  const isPicked = selection.of === part.selection.of
  const pick = (next: number) => {
    setIndex(next)
    if (parts[next]) onPick(parts[next].selection)
  }
  return (
    <p className="part-of text-line gap-8">
      <Choice name="part" label={label} checked={isPicked} onPick={() => pick(index)} />
      <Select
        className="part-choice"
        aria-label={`${label} of the recording`}
        options={[...parts.keys()]}
        value={index}
        nameOf={(place) => parts[place]?.label ?? ''}
        onChange={pick}
      />
    </p>
  )
}

interface PartChoice {
  readonly label: string
  readonly selection: Selection
}

/** The tasks and contexts of a session, by its newest exchanges. The list stays the same once it is shown. */
function usePartChoices(session: SessionView) {
  const now = useShown(session)
  const [shown, setShown] = useState(now)
  if (shown === undefined && now !== undefined) setShown(now)
  const { client } = useLiveEngine()
  const { data: rows = [] } = useQuery(
    {
      queryKey: ['sessions', 'newest-operations', session.id],
      queryFn: ({ signal }) => newestOperations(client, session.id, signal),
      staleTime: 0,
      // Requested again each time.
      gcTime: 0,
    },
    queryClient,
  )
  return {
    tasks: choices(rows, shown?.taskId, ({ taskId }) => taskId, 'task'),
    contexts: choices(rows, shown?.contextId, ({ contextId }) => contextId, 'context'),
  }
}

/** The task and the context on screen, if this session is shown. */
function useShown(session: SessionView): Pick<TaskBrief, 'taskId' | 'contextId'> | undefined {
  const { recorded } = useEngine()
  const selected = useSelection(({ taskId }) => taskId)
  const tasks = useCurrentConversation()?.tasks
  const isShown = recorded === undefined ? session.state !== 'kept' : recorded.session.id === session.id
  if (!isShown || tasks === undefined) return undefined
  if (selected === undefined) return tasks.at(-1)
  return tasks.find(({ key }) => key === selected) ?? taskOfKey(selected)
}

function choices(
  rows: readonly ExchangeRow[],
  first: string | undefined,
  idOf: (row: ExchangeRow) => string | undefined,
  scope: 'task' | 'context',
): readonly PartChoice[] {
  const exchangeRows = new Map<string, ExchangeRow | undefined>(
    first === undefined ? [] : [[first, undefined]],
  )
  for (const row of rows) {
    const id = idOf(row)
    if (id !== undefined && exchangeRows.get(id) === undefined) exchangeRows.set(id, row)
  }
  return [...exchangeRows].map(([id, row]) => ({
    label: joinDefined(' · ', shortId(id), row && formatClock(row.startedAt), id === first && 'on screen'),
    selection: scope === 'task' ? { of: scope, taskId: id } : { of: scope, contextId: id },
  }))
}
