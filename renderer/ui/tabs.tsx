import { Tabs as Base } from '@base-ui/react/tabs'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#shared/format-count.ts'
import { Menu } from './menu.tsx'
import type { Tab } from './tab.ts'
import { useFittingTabs } from './use-fitting-tabs.ts'
import { useWidth } from './use-width.ts'
import './tabs.css'

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
  const { shown, others } = useFittingTabs(list, widthPx, tabs, current)
  return (
    <Base.Root className="tabs" value={current} onValueChange={onChange}>
      <div className="tabs-head">
        <div ref={list} className="tab-room line fills">
          <Base.List className="tab-list" aria-label={name} activateOnFocus>
            {shown.map((tab) => (
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
          {others.length > 0 && (
            <Menu
              label={`More of ${name}`}
              button={<Ellipsis size={14} />}
              items={() =>
                others.map((tab) => ({
                  label: tab.name,
                  run: () => onChange(tab.id),
                  ...(tab.count ? { hint: formatCount(tab.count) } : {}),
                }))
              }
            />
          )}
        </div>
        {actions}
      </div>
      <Base.Panel className="tab-panel" value={current} tabIndex={undefined}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
