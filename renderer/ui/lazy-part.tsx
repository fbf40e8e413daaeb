// A part of the window that is imported when it is first drawn, or earlier while the window is idle. A browser caches a failed
// import until the page is reloaded, so nothing is imported while the server is not responding.

import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Whether the window's server responds. */
export const CanFetch = createContext(true)

export interface LatePart<Props> {
  readonly load: () => Promise<ComponentType<Props>>
  /** The imported component, shared by the whole window. */
  fetched?: ComponentType<Props>
}

type Late<Props> =
  | { readonly state: 'loading' | 'waiting' | 'failed' }
  | { readonly state: 'there'; readonly Part: ComponentType<Props> }

export function useLatePart<Props>(part: LatePart<Props>): Late<Props> {
  const canFetch = useContext(CanFetch)
  const [settled, setSettled] = useState<'there' | 'failed' | undefined>(part.fetched && 'there')
  useEffect(() => {
    if (settled || !canFetch) return
    let isShown = true
    // Another place may have imported it since this was rendered; this then resolves at once.
    fetchPart(part).then(
      () => isShown && setSettled('there'),
      () => isShown && setSettled('failed'),
    )
    return () => {
      isShown = false
    }
  }, [part, settled, canFetch])
  if (part.fetched) return { state: 'there', Part: part.fetched }
  if (settled === 'failed') return { state: 'failed' }
  return { state: canFetch ? 'loading' : 'waiting' }
}

async function fetchPart<Props>(part: LatePart<Props>): Promise<void> {
  part.fetched ??= await part.load()
}

const idleParts: (() => Promise<void>)[] = []

function idlePart<Props>(load: LatePart<Props>['load']): LatePart<Props> {
  const part: LatePart<Props> = { load }
  idleParts.push(() => fetchPart(part))
  return part
}

/** Imports all late panes and dialogs while the window is idle, so that they open at once. */
export function useFetchWhenIdle(): void {
  const canFetch = useContext(CanFetch)
  useEffect(() => {
    if (!canFetch) return
    let left = idleParts
    let cancel = whenIdle(fetchNext)
    function fetchNext(): void {
      const [next, ...rest] = left
      left = rest
      // A failed import is reported where the part is opened; one that hangs does not delay others.
      next?.().catch(() => undefined)
      if (left.length > 0) cancel = whenIdle(fetchNext)
    }
    return () => {
      left = []
      cancel()
    }
  }, [canFetch])
}

// In a window that is never idle, as during a stream, imports follow at this interval.
const maxIdleWaitMs = 500

/** Some browsers have no requestIdleCallback. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const request = window.requestIdleCallback(run, { timeout: maxIdleWaitMs })
  return () => window.cancelIdleCallback(request)
}

interface LatePaneOptions {
  /** Rendered until the pane is imported: registers its commands. */
  readonly meanwhile?: ReactNode
  readonly className?: string
}

/** `name`: of the region; `what`: in a sentence, as "the checks". */
export function latePane<Props extends object>(
  name: string,
  what: string,
  load: LatePart<Props>['load'],
  { meanwhile, className = 'pane' }: LatePaneOptions = {},
): ComponentType<Props> {
  const part = idlePart(load)
  return (props) => <LatePane {...{ part, name, what, meanwhile, className, props }} />
}

interface LatePaneProps<Props> extends LatePaneOptions {
  readonly part: LatePart<Props>
  readonly name: string
  readonly what: string
  readonly props: Props
}

function LatePane<Props extends object>(from: LatePaneProps<Props>) {
  const { part, name, what, meanwhile, className, props } = from
  const late = useLatePart(part)
  if (late.state === 'there') return <late.Part {...props} />
  return (
    <section className={className} aria-label={name} aria-busy={late.state === 'loading'}>
      {meanwhile}
      {late.state === 'loading' ? <Loading what={what} /> : <LoadFailed what={what} state={late.state} />}
    </section>
  )
}

interface Closable {
  onClose(): void
}

/** `title`: shown until the dialog is imported. */
export function lateDialog<Props extends Closable>(
  title: string,
  load: LatePart<Props>['load'],
): ComponentType<Props> {
  const part = idlePart(load)
  return (props) => <LateDialog {...{ part, title, props }} />
}

interface LateDialogProps<Props> {
  readonly part: LatePart<Props>
  readonly title: string
  readonly props: Props
}

function LateDialog<Props extends Closable>({ part, title, props }: LateDialogProps<Props>) {
  const late = useLatePart(part)
  const isSlow = useIsSlow()
  if (late.state === 'there') return <late.Part {...props} />
  if (late.state === 'loading' && !isSlow) return null
  return (
    <Dialog title={title} onClose={props.onClose}>
      {late.state === 'loading' ? (
        <p className="dim" role="status">
          Loading…
        </p>
      ) : (
        <LoadFailed what="this dialog" state={late.state} />
      )}
    </Dialog>
  )
}

// A shorter import shows no indicator, which would flicker.
const slowMs = 300

function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  const report = useEffectEvent(() => setSlow(true))
  useEffect(() => {
    const timer = setTimeout(report, slowMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

function Loading({ what }: { readonly what: string }) {
  return (
    <p className="dim py-10 px-12" role="status">
      {useIsSlow() && `Loading ${what}…`}
    </p>
  )
}

interface LateNoticeProps {
  /** In a sentence: "the editor". */
  readonly what: string
  readonly state: 'waiting' | 'failed'
}

export function LoadFailed({ what, state }: LateNoticeProps) {
  return (
    <div className="notice warning" role="note" aria-label="Not loaded">
      {state === 'waiting' ? (
        <span>Couldn’t load {what}. It loads when this window is connected to Parley again.</span>
      ) : (
        <>
          <span>Couldn’t load {what}. Reload the page to try again.</span>
          <span>
            <Button onClick={() => window.location.reload()}>Reload</Button>
          </span>
        </>
      )}
    </div>
  )
}
