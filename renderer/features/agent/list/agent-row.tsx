import { Ellipsis } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { maxNameChars, maxNoteChars, maxUrlChars } from '#shared/bounded.ts'
import type { Agent, AgentColour } from '#shared/contract/agents.ts'
import { agentColours } from '#shared/contract/constants.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useSelection } from '../../../state/selection.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { joinDefined } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { showCard } from '../card-view.ts'
import { useEditAgent, useStartDemo } from '../use-agent.ts'
import { useReach } from '../use-discovery.ts'

interface AgentRowProps {
  /** Props for its position in the list. */
  readonly place: ComponentProps<'li'>
  readonly agent: Agent
  readonly selected: boolean
  readonly below: ReactNode
  readonly dragged: boolean
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onEdit(): void
  onRemove(): void
  onDragStart(): void
  onDragOver(): void
  onDragEnd(): void
}

export function AgentRow(props: AgentRowProps) {
  const { place, agent, selected, dragged, below, onKeyDown, onEdit, onRemove } = props
  const { onDragStart, onDragOver, onDragEnd } = props
  const isCardShown = useSelection(({ card }) => card) && selected
  const startDemo = useStartDemo()
  const { canCall } = useEngine()
  const name = visibleString(agent.name)
  const where = agent.pasted ? 'pasted card' : agent.demo ? 'demo' : agent.address.replace(/^https?:\/\//, '')
  const unkept = agent.tentative && 'Not saved until its card is found'
  const moves = canCall && 'Alt with ↑ or ↓ moves it'
  const title = joinDefined('\n', agent.address, unkept, agent.note, moves)
  function choose(): void {
    if (agent.demo && canCall) startDemo.mutate({ behindSignIn: agent.demo === 'protected' })
    else useSelection.getState().selectAgent(agent.id)
  }
  function showThisCard(): void {
    choose()
    showCard()
  }
  return (
    <li
      {...place}
      className={joinDefined(
        ' ',
        'agent-item',
        selected && 'selected',
        dragged && 'dragged',
        agent.tentative && 'tentative',
      )}
      draggable={canCall}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', agent.address)
        onDragStart()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        onDragOver()
      }}
      onDragEnd={onDragEnd}
    >
      <div className={joinDefined(' ', 'side-row line', isCardShown && 'selected')}>
        <button
          type="button"
          className="agent-pick line fills gap-8"
          aria-current={selected ? 'true' : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          title={title}
          onKeyDown={onKeyDown}
          onClick={choose}
        >
          <AgentDot agent={agent} />
          <span className="agent-words line fills wraps">
            <bdi className={joinDefined(' ', 'agent-name truncate', selected && 'bold')}>{name}</bdi>
            {where !== agent.name && <AgentPlace agent={agent} where={where} isHidden={selected} />}
          </span>
          {agent.tentative && <span className="visually-hidden">, not saved</span>}
        </button>
        {selected && (
          <LinkButton className="agent-card-link" aria-pressed={isCardShown} onClick={() => showCard()}>
            Card
          </LinkButton>
        )}
        <span className="side-actions">
          <Menu
            label={`More about ${name}`}
            button={<Ellipsis size={14} />}
            subject=".side-row"
            items={() => [
              { label: 'Show card', run: showThisCard },
              ...(agent.pasted || agent.demo
                ? []
                : [{ label: 'Copy address', run: () => void navigator.clipboard.writeText(agent.address) }]),
              ...(canCall
                ? [
                    { label: 'Name, colour and note…', run: onEdit },
                    { label: 'Remove from the list', run: onRemove },
                  ]
                : []),
            ]}
          />
        </span>
      </div>
      {below}
    </li>
  )
}

/** The agent's chosen colour; by default, lit once a server answered at its address. */
function AgentDot({ agent: { id, colour } }: Pick<AgentRowProps, 'agent'>) {
  const isLit = useReach(id)?.kind === 'answered' && colour === undefined
  return (
    <span className={isLit ? 'agent-colour lit' : 'agent-colour'} data-colour={colour} aria-hidden={true} />
  )
}

interface AgentPlaceProps {
  readonly agent: Agent
  readonly where: string
  /** The address bar shows it. */
  readonly isHidden: boolean
}

function AgentPlace({ agent, where, isHidden }: AgentPlaceProps) {
  const kind = !agent.pasted && !agent.demo && 'agent-address'
  return (
    <span className={isHidden ? 'visually-hidden' : joinDefined(' ', 'faint mono truncate', kind)}>
      {visibleString(where)}
    </span>
  )
}

export function AgentDetails({ agent, onClose }: { readonly agent: Agent; readonly onClose: () => void }) {
  const edit = useEditAgent()
  const [name, setName] = useState(agent.ownName ?? '')
  const [address, setAddress] = useState(agent.address)
  const [note, setNote] = useState(agent.note ?? '')
  const [colour, setColour] = useState<AgentColour | undefined>(agent.colour)

  function save(): void {
    const moved = address.trim() !== '' && address.trim() !== agent.address
    const changes = {
      ownName: name.trim() || null,
      colour: colour ?? null,
      note: note || null,
      ...(moved && { address: address.trim() }),
    }
    edit.mutate({ agentId: agent.id, changes }, { onSuccess: onClose })
  }

  return (
    <FormDialog
      title={visibleString(agent.name)}
      disabled={edit.isPending}
      error={edit.error}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Leave empty to use the name on its card"
        maxLength={maxNameChars}
        value={name}
        onChange={setName}
      />
      <TextField label="Address" mono maxLength={maxUrlChars} value={address} onChange={setAddress} />
      <ColourChoice colour={colour} onChange={setColour} />
      <TextArea label="Note" rows={4} maxLength={maxNoteChars} value={note} onChange={setNote} />
    </FormDialog>
  )
}

interface ColourChoiceProps {
  readonly colour: AgentColour | undefined
  onChange(colour: AgentColour | undefined): void
}

function ColourChoice({ colour, onChange }: ColourChoiceProps) {
  return (
    <fieldset className="field">
      <legend className="field-label">Colour</legend>
      <span className="flex gap-4 mt-4">
        {[undefined, ...agentColours].map((choice) => (
          <label key={choice ?? 'none'} className="colour" title={choice ?? 'none'}>
            <input
              type="radio"
              name="colour"
              className="visually-hidden"
              aria-label={choice ?? 'none'}
              checked={choice === colour}
              onChange={() => onChange(choice)}
            />
            <span className="agent-colour" data-colour={choice} aria-hidden={true} />
          </label>
        ))}
      </span>
    </fieldset>
  )
}
