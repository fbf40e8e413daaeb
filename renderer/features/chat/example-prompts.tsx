import type { Agent } from '#shared/contract/agents.ts'
import type { Discovery } from '#shared/contract/card.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { useDraft } from '../../state/draft.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { visibleString } from '../../ui/visible-text.ts'

interface ExamplePromptsProps {
  readonly agent: Agent
  readonly discovery: Discovery | undefined
}

/** Examples offered in an empty chat; the card lists all. */
const maxExamplePrompts = 6

/** A new conversation: what the agent itself suggests to say. */
export function ExamplePrompts({ agent, discovery }: ExamplePromptsProps) {
  const skills = discovery?.found ? discovery.card.skills : []
  const examples = skills.flatMap((skill) => skill.examples.slice(0, 1)).slice(0, maxExamplePrompts)
  return (
    <div className="chat-start">
      <EmptyState title={`Start a conversation with ${visibleString(agent.name)}`}>
        {examples.length > 0 && <p>Its card suggests:</p>}
        <ul className="prompts" aria-label="Example prompts">
          {examples.map((example) => (
            <li key={example}>
              <button type="button" className="prompt" onClick={() => useDraft.getState().offer(example)}>
                {visibleString(shorten(example, maxTitleChars))}
              </button>
            </li>
          ))}
        </ul>
      </EmptyState>
    </div>
  )
}
