import type { SessionView } from '#shared/contract/sessions.ts'
import { counted, joinDefined } from '../../ui/format.ts'

/** A session's name, else its agents. */
export function nameOf({ name, agents }: Pick<SessionView, 'name' | 'agents'>): string {
  if (name !== '') return name
  const [first, ...others] = agents
  if (first === undefined) return 'No agent'
  return others.length === 0 ? first.name : `${first.name} and ${others.length} more`
}

export function figuresInWords({ exchanges, tasks, findings }: SessionView): string {
  return joinDefined(
    ' · ',
    counted(exchanges, 'request'),
    tasks > 0 && counted(tasks, 'task'),
    findings > 0 && counted(findings, 'problem'),
  )
}

export function dayOf(at: number, now: number): string {
  const day = startOfDay(at)
  if (day === startOfDay(now)) return 'Today'
  if (day === startOfDay(startOfDay(now) - 1)) return 'Yesterday'
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Date(at).toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

export function whenOf(at: number): string {
  return new Date(at).toLocaleString('en', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}

export function clockOf(at: number): string {
  return new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
}

export function lengthOf({ firstAt, lastAt }: SessionView): string {
  return lengthInWords(firstAt === undefined || lastAt === undefined ? 0 : lastAt - firstAt)
}

export function lengthInWords(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

function startOfDay(at: number): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
