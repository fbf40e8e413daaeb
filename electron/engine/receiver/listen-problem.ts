import type { ReceiverSettings } from '#shared/contract/push.ts'
import { codeOf, messageOf } from '../thrown.ts'

/** Why the receiver could not be opened, and what to do. */
export function listenProblem(error: unknown, { port, reach }: ReceiverSettings): string {
  const code = codeOf(error)
  const address = reach.kind === 'address' ? reach.address : 'this machine'
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Choose another, or leave the port to Parley.`
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023, or leave the port to Parley.`
    case 'EADDRNOTAVAIL':
      return `${address} is no longer an address of this machine. Choose one of those offered.`
    default:
      return `The receiver could not be opened. ${messageOf(error)}`
  }
}
