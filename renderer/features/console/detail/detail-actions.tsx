import { ChevronDown, Copy, Ellipsis, KeyRound, Pencil, RotateCw, Square } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { wantsAccess } from '#shared/a2a/wants-access.ts'
import { snippetForms } from '#shared/export/snippet.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { comparePair, compareWithOther, usePair } from '../../../state/comparison.ts'
import { useCompose } from '../../../state/compose.ts'
import { useConsole } from '../../../state/console.ts'
import { closedRowMenu, useRowMenu } from '../../../state/row-menu.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, PointedMenu } from '../../../ui/menu.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { useOpenDialog } from '../../agent/index.ts'
import { composedFrom, OtherWayDialog } from '../compose/index.ts'
import { NoteDialog, useAnnotate } from './note-dialog.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { type Copying, formNames } from './use-copy.ts'

interface DetailActionsProps {
  readonly row: ExchangeRow
  readonly copying: Copying
}

type Asking = 'note' | 'other-way' | 'save'

/** What can be done with the exchange that is shown. */
export function DetailActions({ row, copying: { copy, tell } }: DetailActionsProps) {
  const { client, canCall, canAnnotate, canExport } = useEngine()
  const annotate = useAnnotate(row.id)
  const [asking, setAsking] = useState<Asking>()
  const pointed = useRowMenu()
  const { compareWith, setCompareWith } = useConsole()
  const pair = usePair()
  const isCall = row.kind !== 'webhook' && row.method !== 'CONNECT'
  const isGrpc = row.binding === 'GRPC'

  function attempt(act: () => Promise<void>): void {
    act().catch((error: unknown) => tell({ text: messageOf(error), isProblem: true }))
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
      tell({ text: `Saved as ${fileName}. Secrets were left out.` })
    })
  const stop = () =>
    attempt(async () => {
      const { cut } = await client.tasks.cut({ exchangeId: row.id })
      if (!cut) tell({ text: 'It can only be stopped where it was started.' })
    })
  useCommand('exchange.pin', pin, canAnnotate)
  useCommand('exchange.note', () => setAsking('note'), canAnnotate)
  useCommand('exchange.copy-curl', () => copy(isGrpc ? 'grpcurl' : 'curl'), canExport)
  useCommand('exchange.save', () => setAsking('save'), canExport)
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
    { label: 'Mark and note…', run: () => setAsking('note') },
  ]
  const files = [
    { label: 'Save as HAR or JSON lines…', run: () => setAsking('save') },
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
      ? [{ label: 'Repeat over another version or binding…', run: () => setAsking('other-way') }]
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
      {asking === 'note' && <NoteDialog row={row} onClose={() => setAsking(undefined)} />}
      {asking === 'save' && <SaveDialog row={row} onClose={() => setAsking(undefined)} />}
      {asking === 'other-way' && <OtherWayDialog row={row} onClose={() => setAsking(undefined)} />}
    </>
  )
}

const copyFace = (
  <>
    <Copy size={12} /> <span className="action-word">Copy</span> <ChevronDown size={12} />
  </>
)

interface ActionProps {
  /** The accessible name. */
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

/** For a request that the agent refused because of who asks. */
function SignInAction({ row }: { readonly row: ExchangeRow }) {
  const { id, kind, agentId } = row
  if (kind === 'webhook' || kind === 'sign-in' || !wantsAccess(row)) return null
  const show = () => {
    // The refusal stays in sight.
    useSelection.setState({ agentId })
    useOpenDialog.getState().show('sign-in', id)
  }
  if (agentId === undefined) return null
  return <Action label="Sign in…" word="Sign in…" icon={<KeyRound size={12} />} onClick={show} />
}
