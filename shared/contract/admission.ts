// How serve admits a page. Cookies are not used, since a browser sends them to every port of a host. The page creates a key
// whose private half no script can read, and the browser keeps it for this origin alone. With each connection the page proves
// possession of the key by signing a challenge, and gets a ticket for one socket. The token of the printed address registers a
// key.

export const challengePath = '/admission/challenge'
export const admissionPath = '/admission'

/** Subprotocol of the socket, offered beside the ticket. */
export const socketProtocol = 'parley'
/** Close code of a socket whose browser was signed out. */
export const signedOutCode = 4001
const ticketPrefix = 'parley.ticket.'

export function ticketProtocol(ticket: string): string {
  return `${ticketPrefix}${ticket}`
}

export function ticketIn(protocols: readonly string[]): string | undefined {
  return protocols.find((each) => each.startsWith(ticketPrefix))?.slice(ticketPrefix.length)
}

/** Contains the origin, so that another server on the same port cannot reuse the answer. */
export function provenText(origin: string, challenge: string): string {
  return `Parley admits this browser\n${origin}\n${challenge}`
}
