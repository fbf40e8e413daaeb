import { Braces, Cable, Maximize2, Minimize2, Pencil, RotateCw } from 'lucide-react'
import type { Finding } from '#shared/a2a/finding.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useLayout } from '../../../state/layout.ts'
import { IconButton } from '../../../ui/button.tsx'
import { SeverityMark } from '../../../ui/severity-mark.tsx'

export type CardShape = 'overview' | 'json' | 'edit'

interface CardActionsProps {
  readonly shape: CardShape
  readonly findings: readonly Finding[]
  readonly found: boolean
  readonly busy: boolean
  onShape(shape: CardShape): void
  onReadAgain(): void
  onFindings(): void
}

export function CardActions(props: CardActionsProps) {
  const { shape, findings, found, busy, onShape, onReadAgain, onFindings } = props
  const { canCall } = useEngine()
  const { maximized, setMaximized } = useLayout()
  const full = maximized === 'card'
  return (
    <span className="card-actions">
      {findings.length > 0 && <FindingsButton findings={findings} onClick={onFindings} />}
      {found && (
        <IconButton
          label="Show the card as JSON"
          aria-pressed={shape === 'json'}
          icon={<Braces size={14} />}
          onClick={() => onShape(shape === 'json' ? 'overview' : 'json')}
        />
      )}
      {found && canCall && (
        <IconButton
          className="card-action-edit"
          label="Edit the card"
          aria-pressed={shape === 'edit'}
          icon={<Pencil size={13} />}
          onClick={() => onShape(shape === 'edit' ? 'overview' : 'edit')}
        />
      )}
      {canCall && (
        <IconButton
          label="Reload agent card (bypass caches)"
          disabled={busy}
          icon={<RotateCw size={13} />}
          onClick={onReadAgain}
        />
      )}
      {canCall && (
        <IconButton
          label="Tap this agent"
          icon={<Cable size={13} />}
          onClick={() => runCommand('agent.tap')}
        />
      )}
      <IconButton
        className="card-action-fill"
        label={full ? 'Restore agent card' : 'Maximize agent card'}
        icon={full ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
        onClick={() => setMaximized(full ? undefined : 'card')}
      />
    </span>
  )
}

function FindingsButton({ findings, onClick }: { readonly findings: readonly Finding[]; onClick(): void }) {
  const worst = (['error', 'warning', 'info'] as const).find((severity) =>
    findings.some((finding) => finding.severity === severity),
  )
  return (
    <button type="button" className="findings-badge num" title="Findings in the card" onClick={onClick}>
      <SeverityMark severity={worst ?? 'info'} size={12} /> {findings.length}{' '}
      <span className="visually-hidden">{findings.length === 1 ? 'finding' : 'findings'} in the card</span>
    </button>
  )
}
