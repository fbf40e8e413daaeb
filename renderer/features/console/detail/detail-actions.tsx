import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Copy, Ellipsis, KeyRound, Pencil, RotateCw, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { needsAccess } from '#shared/a2a/needs-access.ts'
import type { FollowedExchange } from '#shared/contract/console.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { messageOf } from '#shared/errors.ts'
import { snippetForms } from '#shared/export/snippet.ts'
import { type ExchangeRow, marks } from '#shared/record/exchange-row.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { exchangeKey } from '../../../record/use-exchange.ts'
import { comparePair, compareWithOther, usePair } from '../../../state/comparison.ts'
import { useCompose } from '../../../state/compose.ts'
import { useConsole } from '../../../state/console.ts'
import { closedRowMenu, useRowMenu } from '../../../state/row-menu.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button, ToggleChip } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Menu, PointedMenu } from '../../../ui/menu.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useOpenDialog } from '../../agent/index.ts'
import { composedFrom, OtherInterfaceDialog } from '../compose/index.ts'
import { SaveDialog } from './save-dialog.tsx'
import { type Copying, formNames } from './use-copy.ts'

interface DetailActionsProps {
  readonly row: ExchangeRow
  readonly copying: Copying
}

type OpenDialog = 'note' | 'other-way' | 'save'

export function DetailActions({ row, copying: { copy, setOutcome } }: DetailActionsProps) {
  const { client, canCall, canAnnotate, canExport } = useEngine()
  const annotate = useAnnotate(row.id)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const pointed = useRowMenu()
  const { compareWith, setCompareWith } = useConsole()
  const pair = usePair()
  const isCall = row.kind !== 'webhook' && row.method !== 'CONNECT'
  const isGrpc = row.binding === 'GRPC'

  function attempt(act: () => Promise<void>): void {
    act().catch((error: unknown) => setOutcome({ text: messageOf(error), isProblem: true }))
  }
  const pin = () => attempt(() => annotate({ pinned: !row.pinned }))
  const resend = () =>
    attempt(async () => {
      const { exchangeId } = await client.again.resend({ exchangeId: row.id })
      useSelection.getState().selectExchange(exchangeId)
    })
  const edit = () =>
    attempt(async () => {
      const draft = await client.again.draft({ exchangeId: row.id })
      useCompose.getState().start(composedFrom(draft, row.id))
    })
  const report = () =>
    attempt(async () => {
      const { fileName, text } = await client.console.report({ exchangeId: row.id })
      saveFile(new Blob([text], { type: 'text/markdown' }), fileName)
      setOutcome({ text: `Saved as ${fileName}. Secrets were left out.` })
    })
  const stop = () =>
    attempt(async () => {
      const { cut } = await client.tasks.cut({ exchangeId: row.id })
      if (!cut) setOutcome({ text: 'It can only be stopped where it was started.' })
    })
  useCommand('exchange.pin', pin, canAnnotate)
  useCommand('exchange.note', () => setOpenDialog('note'), canAnnotate)
  useCommand('exchange.copy-curl', () => copy(isGrpc ? 'grpcurl' : 'curl'), canExport)
  useCommand('exchange.save', () => setOpenDialog('save'), canExport)
  useCommand('exchange.report', report, canExport)
  useCommand('exchange.resend', resend, canCall && isCall)
  useCommand('exchange.edit', edit, canCall && isCall)

  const again = [
    { label: 'Resend', run: resend },
    { label: 'Edit and resend', run: edit },
  ]
  const copies = () =>
    snippetForms
      .filter((form) => isGrpc === (form === 'grpcurl'))
      .map((form) => ({ label: formNames[form], run: () => copy(form) }))
  const annotations = [
    { label: row.pinned ? 'Unpin request' : 'Pin request', run: pin },
    { label: 'Mark and note…', run: () => setOpenDialog('note') },
  ]
  const files = [
    { label: 'Save as HAR or JSON lines…', run: () => setOpenDialog('save') },
    { label: 'Save a bug report', run: report },
  ]
  const canStop = canCall && row.state === 'open'
  // A task has its own button.
  const more = () => [
    ...(canStop && row.taskId !== undefined ? [{ label: 'Stop request', run: stop }] : []),
    ...(canAnnotate ? annotations : []),
    ...(canExport ? files : []),
    ...(pair ? [{ label: 'Compare', run: () => comparePair(pair) }] : []),
    compareWith === undefined
      ? { label: 'Compare with another', run: () => compareWithOther(row.id) }
      : { label: 'Clear comparison', run: () => setCompareWith(undefined) },
    ...(canCall && row.operation !== undefined
      ? [{ label: 'Repeat over another version or binding…', run: () => setOpenDialog('other-way') }]
      : []),
  ]
  const all = () => [
    ...(canCall && isCall ? again : []),
    ...(canExport ? copies().map(({ label, run }) => ({ label: `Copy as ${label}`, run })) : []),
    ...more(),
  ]
  return (
    <>
      {canStop && row.taskId === undefined && (
        <Action label="Stop request" word="Stop" icon={<Square size={12} />} onClick={stop} />
      )}
      {canCall && <SignInAction row={row} />}
      {canCall && isCall && (
        <>
          <Action label="Resend" word="Resend" icon={<RotateCw size={12} />} onClick={resend} />
          <Action label="Edit and resend" word="Edit" icon={<Pencil size={12} />} onClick={edit} />
        </>
      )}
      {canExport && <Menu label="Copy as" className="button" button={copyFace} items={copies} />}
      <Menu label="More" button={<Ellipsis size={14} />} items={more} />
      {pointed.subject === row.id && (
        <PointedMenu
          label="Exchange"
          items={all}
          x={pointed.x}
          y={pointed.y}
          onClose={() => useRowMenu.setState(closedRowMenu)}
        />
      )}
      {openDialog === 'note' && <NoteDialog row={row} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'save' && <SaveDialog row={row} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'other-way' && (
        <OtherInterfaceDialog row={row} onClose={() => setOpenDialog(undefined)} />
      )}
    </>
  )
}

const copyFace = (
  <>
    <Copy size={12} /> <span className="action-word">Copy</span> <ChevronDown size={12} />
  </>
)

interface ActionProps {
  readonly label: string
  readonly word: string
  readonly icon: ReactNode
  onClick(): void
}

/** With its word where there is room for it. */
function Action({ label, word, icon, onClick }: ActionProps) {
  return (
    <Button aria-label={label} title={label} onClick={onClick}>
      {icon} <span className="action-word">{word}</span>
    </Button>
  )
}

/** For a request that the agent refused for its credentials. */
function SignInAction({ row }: { readonly row: ExchangeRow }) {
  const { id, kind, agentId } = row
  if (kind === 'webhook' || kind === 'sign-in' || !needsAccess(row)) return null
  const show = () => {
    // The refusal stays in sight.
    useSelection.setState({ agentId })
    useOpenDialog.getState().show('sign-in', id)
  }
  if (agentId === undefined) return null
  return <Action label="Sign in…" word="Sign in…" icon={<KeyRound size={12} />} onClick={show} />
}

/** A mark and a note on an exchange; stored beside the record, never sent. */
function NoteDialog({ row, onClose }: { readonly row: ExchangeRow; readonly onClose: () => void }) {
  const annotate = useAnnotate(row.id)
  const [mark, setMark] = useState(row.mark)
  const [note, setNote] = useState(row.note ?? '')
  const keep = useMutation({
    mutationFn: () => annotate({ mark: mark ?? null, note: note.trim() || null }),
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={`${visibleString(row.label)}: mark and note`}
      submitLabel="Save"
      disabled={keep.isPending}
      error={keep.error}
      onSubmit={keep.mutate}
      onClose={onClose}
    >
      <fieldset className="flex wraps gap-6 mb-12">
        <legend className="field-label mb-4">Mark</legend>
        <ToggleChip on={mark === undefined} onClick={() => setMark(undefined)}>
          none
        </ToggleChip>
        {marks.map((each) => (
          <ToggleChip key={each} on={mark === each} onClick={() => setMark(each)}>
            <span className={`mark-dot mark-${each}`} />
            {each}
          </ToggleChip>
        ))}
      </fieldset>
      <TextArea label="Note" rows={3} value={note} onChange={setNote} />
    </FormDialog>
  )
}

type Annotation = Omit<Inputs['console']['annotate'], 'exchangeId' | 'sessionId'>

/** Rejects if it was not stored. */
function useAnnotate(exchangeId: string): (annotation: Annotation) => Promise<void> {
  const { client } = useEngine()
  const queries = useQueryClient()
  return async (annotation) => {
    const row = await client.console.annotate({ exchangeId, ...annotation })
    queries.setQueryData<FollowedExchange>(
      exchangeKey(exchangeId),
      (existing) => existing && { ...existing, row },
    )
  }
}
