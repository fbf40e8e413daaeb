import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { formatCount } from '#shared/format-count.ts'
import './tabs.css'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly count?: number
}

interface TabsProps<Id extends string> {
  readonly name: string
  readonly tabs: readonly Tab<Id>[]
  readonly current: NoInfer<Id>
  readonly onChange: (id: NoInfer<Id>) => void
  /** The shown tab's panel. */
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly onHeadDoubleClick?: () => void
}

export function Tabs<Id extends string>({
  name,
  tabs,
  current,
  onChange,
  children,
  actions,
  onHeadDoubleClick,
}: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const shownCount = tabs.find(({ id }) => id === current)?.count
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is to be seen among the tabs
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, shownCount])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const index = tabs.findIndex(({ id }) => id === current)
    const next = tabs[(index + step + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }

  return (
    <div className="tabs">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is in the command list, for the keyboard */}
      <div className="tabs-head" onDoubleClick={onHeadDoubleClick}>
        <div ref={list} className="tab-list" role="tablist" aria-label={name} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              data-tab={tab.id}
              aria-selected={tab.id === current}
              tabIndex={tab.id === current ? 0 : -1}
              onClick={() => onChange(tab.id)}
            >
              {tab.name}
              {tab.count !== undefined && tab.count > 0 && (
                <span className="tab-count num" aria-hidden={true}>
                  {formatCount(tab.count)}
                </span>
              )}
            </button>
          ))}
        </div>
        <span className="spacer" />
        {actions}
      </div>
      <div className="tab-panel" role="tabpanel" aria-label={tabs.find(({ id }) => id === current)?.name}>
        {children}
      </div>
    </div>
  )
}
