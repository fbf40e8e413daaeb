// Presenter mode: larger type, no ids, no headers, no console; the prompts as cards with a key each. It works on the live agent
// and on a replay, and Escape leaves it.

import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { maxPreparedChars, maxPrompts } from '#shared/contract/constants.ts'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { usePresenting } from '../../state/presenting.ts'
import { useSelection } from '../../state/selection.ts'
import { useLooking } from '../../state/viewing.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { joinDefined } from '../../ui/format.ts'
import { useEscape } from '../../ui/use-escape.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { type Replay, useReplay, useReplayState } from '../../viewing/open-replay.ts'
import { useAgents, useDiscovery, useSelectedAgent } from '../agent/index.ts'
import { useSendText } from '../chat/index.ts'
import './presenter.css'

export function Presenter() {
  const { on, set } = usePresenting()
  useCommand('present.toggle', () => set(!on))
  return on ? <Presenting onLeave={() => set(false)} /> : null
}

function Presenting({ onLeave }: { readonly onLeave: () => void }) {
  const { recorded } = useEngine()
  const replay = useReplay()

  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['presenting'] = ''
    // Frees the keys for the prompts.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return () => {
      delete dataset['presenting']
    }
  }, [])
  useEscape(onLeave)

  return (
    <section className="presenter line gap-12 rigid rule-above" aria-label="Presenter">
      <AgentChoice />
      {replay ? (
        <ReplayPrompts replay={replay} />
      ) : recorded ? (
        <p className="dim line gap-12">
          A recording, as it ended.
          <Button onClick={() => useLooking.getState().replay(recorded.session.id, true)}>Replay it</Button>
        </p>
      ) : (
        <LivePrompts />
      )}
      <button type="button" className="presenter-leave nowrap" onClick={onLeave}>
        Leave <kbd>Esc</kbd>
      </button>
    </section>
  )
}

function AgentChoice() {
  const { data: agents = [] } = useAgents()
  const agentId = useSelection((selection) => selection.agentId)
  if (agents.length < 2) return null
  return (
    <Select
      className="presenter-agent"
      aria-label="Agent on stage"
      options={[...(agentId === undefined ? [''] : []), ...agents.map(({ id }) => id)]}
      value={agentId ?? ''}
      nameOf={(id) => visibleString(agents.find((agent) => agent.id === id)?.name ?? 'Choose an agent')}
      onChange={useSelection.getState().selectAgent}
    />
  )
}

/** Sends prepared prompts to the agent on stage; an answer to a waiting task goes to that task. */
function LivePrompts() {
  const agent = useSelectedAgent()
  const discovery = useDiscovery().data
  const prepared = usePresenting(({ prompts }) => prompts)
  const [preparing, setPreparing] = useState(false)
  const send = useSendText(agent?.id)
  const card = discovery?.found ? discovery.card : undefined
  const suggested = card?.skills.flatMap((skill) => skill.examples.slice(0, 1)) ?? []
  const prompts = prepared.length > 0 ? prepared : suggested

  if (agent === undefined) return <p className="dim">Choose an agent, or leave and connect to one.</p>
  return (
    <>
      <PromptCards
        prompts={prompts}
        onPick={(index) => {
          const prompt = prompts[index]
          if (prompt !== undefined) send(prompt)
        }}
      />
      {prompts.length === 0 && <p className="dim">No prompts are prepared, and the card has no examples.</p>}
      <Button onClick={() => setPreparing(true)}>Prepare…</Button>
      {preparing && <PrepareDialog prompts={prompts} onClose={() => setPreparing(false)} />}
    </>
  )
}

function PrepareDialog({ prompts, onClose }: { readonly prompts: readonly string[]; onClose(): void }) {
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

/** The prompts of a recorded session: a card plays its part, up to the next one. */
function ReplayPrompts({ replay }: { readonly replay: Replay }) {
  const { seq } = useReplayState(replay)
  const prompts = useMemo(() => replay.outline.places.filter(({ kind }) => kind === 'prompt'), [replay])
  const current = prompts.findLastIndex((prompt) => prompt.seq <= seq)

  useEffect(() => {
    const { stopAtPrompts } = replay.state()
    void replay.act({ kind: 'pace', pace: { stopAtPrompts: true } })
    return () => void replay.act({ kind: 'pace', pace: { stopAtPrompts } })
  }, [replay])

  function play(index: number): void {
    const prompt = prompts[index]
    if (prompt === undefined) return
    void replay.act({ kind: 'seek', seq: prompt.seq - 1 }, { kind: 'play' })
  }

  return (
    <PromptCards
      prompts={prompts.map(({ says }) => says || 'A prompt')}
      current={current < 0 ? undefined : current}
      onPick={play}
    />
  )
}

interface PromptCardsProps {
  readonly prompts: readonly string[]
  /** Index of the one on stage. */
  readonly current?: number | undefined
  onPick(index: number): void
}

function PromptCards({ prompts, current, onPick }: PromptCardsProps) {
  const latest = useRef(onPick)
  latest.current = onPick
  const count = Math.min(prompts.length, maxPrompts)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, metaKey, ctrlKey, altKey } = event
      if (metaKey || ctrlKey || altKey || !/^[1-9]$/.test(key) || Number(key) > count) return
      if (target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]'))
        return
      event.preventDefault()
      latest.current(Number(key) - 1)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [count])

  return (
    <ol className="prompt-cards flex fills gap-8" aria-label="Prompts">
      {prompts.slice(0, maxPrompts).map((prompt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same prompt may occur twice, and cards do not move
        <li key={index}>
          <button
            type="button"
            className={joinDefined(
              ' ',
              'prompt-card flex at-start full-height gap-10 full-width',
              index === current && 'current',
            )}
            aria-keyshortcuts={String(index + 1)}
            aria-current={index === current ? 'step' : undefined}
            onClick={() => onPick(index)}
          >
            <kbd>{index + 1}</kbd>
            <span className="clamp-2">{visibleString(prompt, 2_000)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Hidden from an audience. */
export function Backstage({ children }: { readonly children: ReactNode }) {
  return usePresenting(({ on }) => on) ? null : children
}
