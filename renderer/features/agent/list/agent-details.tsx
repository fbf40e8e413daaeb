import { useState } from 'react'
import { maxNameChars, maxNoteChars, maxUrlChars } from '#shared/bounded.ts'
import type { Agent, AgentColour } from '#shared/contract/agents.ts'
import { agentColours } from '#shared/contract/constants.ts'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useEditAgent } from '../use-agent.ts'

/** What the user calls an agent, and what they want to remember about it. */
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
