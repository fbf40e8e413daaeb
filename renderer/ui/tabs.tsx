import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect } from 'react'
import { formatCount } from '#shared/format-count.ts'
import { useWidth } from './use-width.ts'
import './tabs.css'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly count?: number
}

export interface TabsProps<Id extends string> {
  readonly name: string
  readonly tabs: readonly Tab<Id>[]
  readonly current: NoInfer<Id>
  readonly onChange: (id: NoInfer<Id>) => void
  /** The shown tab's panel. */
  readonly children: ReactNode
  readonly actions?: ReactNode
}

export function Tabs<Id extends string>({ name, tabs, current, onChange, children, actions }: TabsProps<Id>) {
  const { ref: list, widthPx } = useWidth<HTMLDivElement>()
  const shownCount = tabs.find(({ id }) => id === current)?.count
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is to be seen among the tabs
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, shownCount, widthPx])

  return (
    <Base.Root className="tabs" value={current} onValueChange={onChange}>
      <div className="tabs-head">
        <Base.List ref={list} className="tab-list" aria-label={name} activateOnFocus>
          {tabs.map((tab) => (
            // A click on the current tab is a choice, too: it keeps the owner from switching by itself.
            <Base.Tab key={tab.id} value={tab.id} onClick={() => onChange(tab.id)}>
              {tab.name}
              {tab.count !== undefined && tab.count > 0 && (
                <span className="tab-count num" aria-hidden={true}>
                  {formatCount(tab.count)}
                </span>
              )}
            </Base.Tab>
          ))}
        </Base.List>
        <span className="spacer" />
        {actions}
      </div>
      <Base.Panel className="tab-panel" value={current} tabIndex={undefined}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
