import { Tabs as Base } from '@base-ui/react/tabs'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { formatCount } from '#shared/format-count.ts'
import { useWidth } from './hooks.ts'
import { Menu } from './menu.tsx'
import { InspectorPane, type InspectorPaneProps } from './pane.tsx'
import './tabs.css'

/** Width of the button that opens the other tabs. */
const morePx = 32

interface TabsProps<Id extends string> {
  readonly name: string
  readonly tabs: readonly Tab<Id>[]
  readonly current: NoInfer<Id>
  readonly onChange: (id: NoInfer<Id>) => void
  readonly children: ReactNode
  readonly actions?: ReactNode
}

export function Tabs<Id extends string>({ name, tabs, current, onChange, children, actions }: TabsProps<Id>) {
  const { ref: list, widthPx } = useWidth<HTMLDivElement>()
  const { shown, others } = useFittingTabs(list, widthPx, tabs, current)
  return (
    <Base.Root className="column full-height" value={current} onValueChange={onChange}>
      <div className="tabs-head line rigid rule-below">
        <div ref={list} className="tab-room line fills">
          <Base.List className="flex rigid" aria-label={name} activateOnFocus>
            {shown.map((tab) => (
              // A click on the current tab counts as a choice: it keeps the owner from switching by itself.
              <Base.Tab key={tab.id} value={tab.id} onClick={() => onChange(tab.id)}>
                {tab.name}
                {tab.count !== undefined && tab.count > 0 && (
                  <span className="num faint small" aria-hidden={true}>
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
      <Base.Panel className="fills scrolls" value={current} tabIndex={undefined}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}

interface FittingTabs<Id extends string> {
  readonly shown: readonly Tab<Id>[]
  /** Tabs that do not fit. */
  readonly others: readonly Tab<Id>[]
}

/** The tabs that fit, always including the current one. */
function useFittingTabs<Id extends string>(
  list: RefObject<HTMLElement | null>,
  widthPx: number,
  tabs: readonly Tab<Id>[],
  current: Id,
): FittingTabs<Id> {
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  const isMeasured = tabs.every((tab) => widths.has(keyOf(tab)))
  // To measure them, all tabs are drawn once before the first paint.
  useLayoutEffect(() => {
    if (isMeasured || !list.current) return
    const drawn = [...list.current.querySelectorAll('[role="tab"]')]
    setWidths(
      new Map(tabs.map((tab, index) => [keyOf(tab), drawn[index]?.getBoundingClientRect().width ?? 0])),
    )
  }, [isMeasured, list, tabs])
  if (!isMeasured || widthPx === 0) return { shown: tabs, others: [] }
  return fitting(tabs, current, (tab) => widths.get(keyOf(tab)) ?? 0, widthPx)
}

/** All digits have the same width. */
function keyOf({ id, name, count = 0 }: Tab<string>): string {
  return `${id} ${name} ${count > 0 && String(count).length}`
}

function fitting<Id extends string>(
  tabs: readonly Tab<Id>[],
  current: Id,
  widthOf: (tab: Tab<Id>) => number,
  roomPx: number,
): FittingTabs<Id> {
  const all = tabs.reduce((sum, tab) => sum + widthOf(tab), 0)
  if (all <= roomPx) return { shown: tabs, others: [] }
  const own = tabs.find(({ id }) => id === current)
  let left = roomPx - morePx - (own ? widthOf(own) : 0)
  let isFull = false
  const shown = tabs.filter((tab) => {
    if (tab === own) return true
    isFull ||= widthOf(tab) > left
    if (!isFull) left -= widthOf(tab)
    return !isFull
  })
  return { shown, others: tabs.filter((tab) => !shown.includes(tab)) }
}

export interface Tab<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly count?: number
}

// A part of the inspector that has tabs.

interface TabbedPaneProps<Id extends string>
  extends Omit<TabsProps<Id>, 'name' | 'actions'>,
    Omit<InspectorPaneProps, 'children'> {
  readonly foot?: ReactNode
}

export function TabbedPane<Id extends string>(props: TabbedPaneProps<Id>) {
  const { name, title, actions, foot, ...tabs } = props
  return (
    <InspectorPane {...{ name, title, actions }}>
      <div className="fills">
        <Tabs name="Inspector" {...tabs} />
      </div>
      {foot}
    </InspectorPane>
  )
}
