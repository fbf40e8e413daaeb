import { newSecret } from './secret.ts'

/** Time for a challenge, a ticket or a hand-over to be used; refused afterwards, and the page asks for another. */
export const maxTicketMs = 30_000
// Challenges or tickets that are open; the oldest makes room, and its page asks for another.
const maxTickets = 1_000

/** Random values that are good once, and for a short time. Each stands for something. */
export function createOneTime(now: () => number = () => performance.now()) {
  const open = new Map<string, { readonly meaning: string; readonly until: number }>()
  return {
    issue(meaning: string): string {
      const [oldest] = open.keys()
      if (open.size >= maxTickets && oldest !== undefined) open.delete(oldest)
      const value = newSecret()
      open.set(value, { meaning, until: now() + maxTicketMs })
      return value
    },
    /** What it stands for, the first time; the value is spent by it. */
    take(value: string): string | undefined {
      const found = open.get(value)
      open.delete(value)
      return found !== undefined && now() <= found.until ? found.meaning : undefined
    },
    clear: (): void => open.clear(),
  }
}
