import { ArrowRight } from 'lucide-react'
import type { AgentSkill } from '#shared/a2a/model.ts'
import { useDraft } from '../../state/draft.ts'

/** Skills, their examples as prompts: a click puts one into the composer. */
export function CardSkills({ skills }: { readonly skills: readonly AgentSkill[] }) {
  return (
    <ul className="skills" aria-label="Skills">
      {skills.map((skill) => (
        <li key={skill.id} className="skill">
          <h4>
            {skill.name}{' '}
            {skill.tags.map((tag) => (
              <span key={tag} className="tag">
                {tag}
              </span>
            ))}
          </h4>
          {skill.description && <p className="muted">{skill.description}</p>}
          {skill.examples.map((example) => (
            <button
              key={example}
              type="button"
              className="example"
              onClick={() => useDraft.getState().offer(example)}
            >
              <span className="truncate">{example}</span>
              <ArrowRight size={12} aria-hidden={true} />
            </button>
          ))}
        </li>
      ))}
    </ul>
  )
}
