import { ArrowRight, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { AgentSkill } from '#shared/a2a/model.ts'
import { hasEveryWord } from '#shared/filter/words.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useDraft } from '../../../state/draft.ts'
import { LeftOut } from '../../../ui/feedback.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { WindowedList } from '../../../ui/virtual-list.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { Modes } from './card-section.tsx'
import './card-skills.css'

/** Of a skill's description that the search goes through; the skill shows all of it. */
const maxSearchedChars = 2_000
// Skills drawn at once; with more, only those on screen are, below a search.
const maxDrawnSkills = 30

export function CardSkills({ skills }: { readonly skills: readonly AgentSkill[] }) {
  const [query, setQuery] = useState('')
  if (skills.length <= maxDrawnSkills) {
    return (
      <ul className="skills column" aria-label="Skills">
        {skills.map((skill, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ids of skills need not be unique
          <li key={index} className="skill">
            <SkillView skill={skill} />
          </li>
        ))}
      </ul>
    )
  }
  const agentSkills = skills.filter((skill) => matches(skill, query))
  return (
    <section aria-label="All skills">
      <input
        type="search"
        className="input"
        aria-label="Search skills"
        placeholder={`Search ${skills.length} skills`}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {agentSkills.length === 0 ? (
        <p className="dim">No skill has “{query}” in it.</p>
      ) : (
        <WindowedList
          label="Skills"
          items={agentSkills}
          usualPx={34}
          itemClassName="skill"
          draw={(skill) => <SkillView skill={skill} />}
        />
      )}
    </section>
  )
}

function matches({ name, id, description, tags }: AgentSkill, query: string): boolean {
  return hasEveryWord([name, id, (description ?? '').slice(0, maxSearchedChars), ...tags].join('\n'), query)
}

/** Tags of one skill; a line reports how many more the JSON has. */
const maxShownTags = 24
/** Examples of one skill; a line reports how many more the JSON has. */
const maxShownExamples = 24

function SkillView({ skill }: { readonly skill: AgentSkill }) {
  return (
    <details>
      <summary>
        <ChevronRight size={12} className="card-section-mark" />
        <SkillName skill={skill} />
      </summary>
      <SkillBody skill={skill} />
    </details>
  )
}

function SkillName({ skill }: { readonly skill: AgentSkill }) {
  return (
    <h4 className="shrinks breaks">
      <UntrustedText text={skill.name || skill.id || 'unnamed'} limit={200} />{' '}
      {skill.tags.slice(0, maxShownTags).map((tag, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tags need not be unique
        <span key={index} className="tag dim small">
          <UntrustedText text={tag} limit={40} />
        </span>
      ))}
    </h4>
  )
}

function SkillBody({ skill }: { readonly skill: AgentSkill }) {
  return (
    <div className="skill-body">
      {skill.description && (
        <div className="skill-description dim small">
          <Markdown text={skill.description} limit={2000} />
        </div>
      )}
      {(skill.inputModes ?? skill.outputModes) && (
        <p className="skill-modes faint small">
          {skill.inputModes && (
            <>
              input <Modes modes={skill.inputModes} />
            </>
          )}
          {skill.inputModes && skill.outputModes && ' · '}
          {skill.outputModes && (
            <>
              output <Modes modes={skill.outputModes} />
            </>
          )}
        </p>
      )}
      {skill.examples.slice(0, maxShownExamples).map((example, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: examples need not be unique
        <Example key={index} text={example} />
      ))}
      <LeftOut total={skill.examples.length} shown={maxShownExamples} where="examples in the JSON" />
      <LeftOut total={skill.tags.length} shown={maxShownTags} where="tags in the JSON" />
    </div>
  )
}

/** A click puts it into the composer, if there is one. */
function Example({ text }: { readonly text: string }) {
  const { canCall } = useEngine()
  const words = <bdi className="truncate">{visibleString(shorten(text, maxTitleChars))}</bdi>
  if (!canCall) return <p className="example line apart gap-6 small">{words}</p>
  return (
    <button
      type="button"
      className="example line apart gap-6 tone-accent small"
      title="Insert into message"
      onClick={() => useDraft.getState().offer(text)}
    >
      {words}
      <ArrowRight size={12} />
    </button>
  )
}
