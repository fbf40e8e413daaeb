import { useState } from 'react'
import { maxPreparedChars, maxPrompts } from '#shared/contract/constants.ts'
import { usePresenting } from '../../state/presenting.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useDiscovery, useSelectedAgent } from '../agent/index.ts'
import { useSay } from '../chat/index.ts'
import { PromptCards } from './prompt-cards.tsx'

/** Says what was prepared to the agent on stage; an answer to what a task waits for goes to that task. */
export function LivePrompts() {
  const agent = useSelectedAgent()
  const discovery = useDiscovery().data
  const prepared = usePresenting(({ prompts }) => prompts)
  const [preparing, setPreparing] = useState(false)
  const say = useSay(agent?.id)
  const card = discovery?.found ? discovery.card : undefined
  const suggested = card?.skills.flatMap((skill) => skill.examples.slice(0, 1)) ?? []
  const prompts = prepared.length > 0 ? prepared : suggested

  if (agent === undefined) return <p className="muted">Choose an agent, or leave and connect to one.</p>
  return (
    <>
      <PromptCards
        prompts={prompts}
        onPick={(index) => {
          const prompt = prompts[index]
          if (prompt !== undefined) say(prompt)
        }}
      />
      {prompts.length === 0 && (
        <p className="muted">No prompts are prepared, and the card has no examples.</p>
      )}
      <Button onClick={() => setPreparing(true)}>Prepare…</Button>
      {preparing && <PrepareDialog prompts={prompts} onClose={() => setPreparing(false)} />}
    </>
  )
}

interface PrepareDialogProps {
  readonly prompts: readonly string[]
  onClose(): void
}

function PrepareDialog({ prompts, onClose }: PrepareDialogProps) {
  const [text, setText] = useState(prompts.slice(0, maxPrompts).join('\n'))

  function save(): void {
    const lines = text.split('\n').map((line) => line.trim())
    usePresenting.getState().prepare(lines.filter((line) => line !== '').slice(0, maxPrompts))
    onClose()
  }

  return (
    <FormDialog title="Prepare prompts" onSubmit={save} onClose={onClose}>
      <TextArea
        label="Prompts, a line each"
        hint={`Up to ${maxPrompts}, sent with the keys 1 to ${maxPrompts}. Leave empty for the examples of the card.`}
        rows={9}
        maxLength={maxPrompts * maxPreparedChars}
        value={text}
        onChange={setText}
      />
    </FormDialog>
  )
}
