import { useState } from 'react'
import type { AgentSkill } from '#shared/a2a/model.ts'
import { WindowedList } from '../../../ui/windowed-list.tsx'
import { SkillView } from './skill-view.tsx'
import './card-skills.css'

/** Of a skill's description that the search goes through; the skill shows all of it. */
const maxSearchedChars = 2_000
/** Skills drawn at once; of more only those on screen are, below a search. */
const maxDrawnSkills = 30

export function CardSkills({ skills }: { readonly skills: readonly AgentSkill[] }) {
  const [query, setQuery] = useState('')
  if (skills.length <= maxDrawnSkills) {
    return (
      <ul className="skills" aria-label="Skills">
        {skills.map((skill, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ids of skills need not be unique
          <li key={index} className="skill">
            <SkillView skill={skill} />
          </li>
        ))}
      </ul>
    )
  }
  const found = skills.filter((skill) => matches(skill, query))
  return (
    <section className="many-skills" aria-label="All skills">
      <input
        type="search"
        className="input"
        aria-label="Search skills"
        placeholder={`Search ${skills.length} skills`}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {found.length === 0 ? (
        <p className="muted">No skill has “{query}” in it.</p>
      ) : (
        <WindowedList
          label="Skills"
          items={found}
          usualPx={34}
          itemClassName="skill"
          draw={(skill) => <SkillView skill={skill} />}
        />
      )}
    </section>
  )
}

function matches({ name, id, description, tags }: AgentSkill, query: string): boolean {
  if (query === '') return true
  const text =
    `${name}\n${id}\n${(description ?? '').slice(0, maxSearchedChars)}\n${tags.join('\n')}`.toLowerCase()
  return text.includes(query.toLowerCase())
}
