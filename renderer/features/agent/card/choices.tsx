import { useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import type { AgentChoice, AgentChoices } from '#shared/contract/card.ts'
import { maxGroup } from '#shared/contract/constants.ts'
import { hasEveryWord } from '#shared/filter/words.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { joinDefined } from '../../../ui/format.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { WindowedList } from '../../../ui/virtual-list.tsx'
import { useAddChosen, useConnect } from '../use-agent.ts'
import { LiveButton } from '../wire-link.tsx'
import './card.css'

/** A shorter list needs no search. */
const searchedFrom = 7

interface Placed {
  readonly choice: AgentChoice
  /** Index in the whole list, as in the engine. */
  readonly place: number
}

interface ChoicesProps {
  readonly agent: Agent
  readonly choices: AgentChoices
}

/** Several agents at one address: connect to one, or add them as a group. */
export function ChoicesView({ agent, choices: { title, list, notes } }: ChoicesProps) {
  const [query, setQuery] = useState('')
  const add = useAddChosen(agent.id)
  const connect = useConnect()
  const all = list.map((choice, place): Placed => ({ choice, place }))
  const results = query.trim() === '' ? all : all.filter(({ choice }) => matches(choice, query))
  const places = all.flatMap(({ choice, place }) => (choice.kind === 'agent' ? [place] : []))
  const busy = add.isPending || connect.isPending
  const error = add.error ?? connect.error

  function choose({ choice, place }: Placed): void {
    if (choice.kind === 'catalog' && choice.address !== undefined) connect.mutate(choice.address)
    else add.mutate({ places: [place] })
  }

  return (
    <>
      {list.length >= searchedFrom && (
        <input
          type="search"
          className="input mt-8"
          aria-label="Search the choices"
          placeholder={`Search ${list.length.toLocaleString('en')} entries`}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      {results.length === 0 && query !== '' && <p className="dim small">No entry has “{query}” in it.</p>}
      {results.length > 0 && (
        <WindowedList
          label="Choices"
          items={results}
          usualPx={64}
          itemClassName="agent-choice boxed"
          draw={(one) => <ChoiceRow one={one} busy={busy} onChoose={choose} />}
        />
      )}
      <Problem error={error} />
      {places.length > 1 && places.length <= maxGroup && (
        <div className="card-buttons flex wraps gap-6 mt-10">
          <LiveButton disabled={busy} onClick={() => add.mutate({ places, group: title })}>
            Keep all {places.length} as a group
          </LiveButton>
        </div>
      )}
      {places.length > maxGroup && (
        <p className="dim small">Up to {maxGroup} agents fit in a group. Connect to the ones you need.</p>
      )}
      <div className="mt-8">
        {notes.map((note) => (
          <p key={note} className="dim small">
            <UntrustedText text={note} limit={400} />
          </p>
        ))}
      </div>
    </>
  )
}

interface ChoiceRowProps {
  readonly one: Placed
  readonly busy: boolean
  onChoose(one: Placed): void
}

function ChoiceRow({ one, busy, onChoose }: ChoiceRowProps) {
  const { name, description, version, kind, address, type, findings } = one.choice
  const place = address === undefined ? 'its card is in the list' : URL.parse(address)?.host
  const about = joinDefined(' · ', version, kind !== 'agent' && typeWords(one.choice), place)
  return (
    <>
      <h4 className="breaks bold">
        <UntrustedText text={name} limit={120} />
      </h4>
      {kind !== 'other' && (
        <Button disabled={busy} aria-label={`Connect to ${name}`} onClick={() => onChoose(one)}>
          Connect
        </Button>
      )}
      {description !== undefined && (
        <p className="choice-more breaks dim clamp-3">
          <UntrustedText text={description} limit={500} />
        </p>
      )}
      <p className="choice-more breaks dim" title={type}>
        <UntrustedText text={about || type} limit={200} />
      </p>
      {findings.map(({ severity, message, pointer }) => (
        <p key={pointer + message} className="choice-more breaks dim flex gap-5">
          <SeverityMark severity={severity} />
          <span>
            <CodeText text={message} />
          </span>
        </p>
      ))}
    </>
  )
}

function typeWords({ kind, type }: AgentChoice): string {
  if (kind === 'catalog') return 'a catalog at another address, not loaded yet'
  return /mcp/i.test(type) ? 'MCP server, not an A2A agent' : `${type}, not an A2A agent`
}

function matches({ name, description = '', address = '', type }: AgentChoice, query: string): boolean {
  return hasEveryWord([name, description, address, type].join('\n'), query)
}
