import { Braces, Cable, Maximize2, Minimize2, Pencil, RotateCw } from 'lucide-react'
import { type Finding, severities } from '#shared/a2a/finding.ts'
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
  onFindings(): void
}

export function CardActions({ shape, findings, found, busy, onFindings }: CardActionsProps) {
  const { canCall } = useEngine()
  const full = useLayout(({ maximized }) => maximized === 'card')
  return (
    <span className="card-actions line rigid">
      {findings.length > 0 && <FindingsButton findings={findings} onClick={onFindings} />}
      {found && (
        <IconButton
          label="Show the card as JSON"
          aria-pressed={shape === 'json'}
          icon={<Braces size={14} />}
          onClick={() => runCommand('card.json')}
        />
      )}
      {found && canCall && (
        <IconButton
          className="card-action-edit"
          label="Edit the card"
          aria-pressed={shape === 'edit'}
          icon={<Pencil size={13} />}
          onClick={() => runCommand('card.edit')}
        />
      )}
      {canCall && (
        <IconButton
          label="Reload agent card (bypass caches)"
          disabled={busy}
          icon={<RotateCw size={13} />}
          onClick={() => runCommand('card.reload')}
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
        onClick={() => runCommand('card.fill')}
      />
    </span>
  )
}

function FindingsButton({ findings, onClick }: { readonly findings: readonly Finding[]; onClick(): void }) {
  const worst = severities.findLast((severity) => findings.some((finding) => finding.severity === severity))
  return (
    <button
      type="button"
      className="findings-badge num inline gap-3 muted small"
      title="Findings in the card"
      onClick={onClick}
    >
      <SeverityMark severity={worst ?? 'info'} size={12} /> {findings.length}{' '}
      <span className="visually-hidden">{findings.length === 1 ? 'finding' : 'findings'} in the card</span>
    </button>
  )
}
