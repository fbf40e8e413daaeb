// How serve lets a page in. A browser sends cookies to every port of a host, so there is none. The page makes a key whose private
// half no script can read out, and the browser keeps it for this origin alone. With each connection it proves that it has the key,
// by signing a challenge, and gets a ticket for one socket. The token of the printed address makes a key known.

export const challengePath = '/admission/challenge'
export const admissionPath = '/admission'

/** The subprotocol of the socket, offered beside the ticket. */
export const socketProtocol = 'parley'
/** Why a socket was closed: the browser is no longer let in. */
export const signedOutCode = 4001
const ticketPrefix = 'parley.ticket.'

export function ticketProtocol(ticket: string): string {
  return `${ticketPrefix}${ticket}`
}

export function ticketIn(protocols: readonly string[]): string | undefined {
  return protocols.find((each) => each.startsWith(ticketPrefix))?.slice(ticketPrefix.length)
}

/** Names the origin, so that whatever has the port after Parley cannot use the answer elsewhere. */
export function provenText(origin: string, challenge: string): string {
  return `Parley admits this browser\n${origin}\n${challenge}`
}
