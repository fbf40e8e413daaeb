import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { AgentSkill } from '#shared/a2a/model.ts'
import { SkillView } from './skill-view.tsx'

/** Thousands of skills for the price of a screenful. */
export function WindowedSkills({ skills }: { readonly skills: readonly AgentSkill[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: skills.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 96,
    overscan: 4,
    gap: 8,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className="skills-window" tabIndex={0} aria-label="List of skills">
      <ul className="skills-tall" aria-label="Skills" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const skill = skills[index]
          if (!skill) return null
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={skills.length}
              aria-posinset={index + 1}
              className="skill"
              style={{ transform: `translateY(${start}px)` }}
            >
              <SkillView skill={skill} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
