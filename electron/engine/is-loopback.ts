/** Whether a host, as it stands in an address or by itself, is this very machine. */
export function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|\[::1\]|localhost)$/i.test(host)
}

/** What a container calls the machine it runs on. */
const containerHost = /^host\.(docker|containers)\.internal$/i

/**
 * Which names a server that listens there goes by. A page of somebody's that made its own name point here is not answered; a server that
 * is open to others goes by names nobody knows here.
 */
export function namedAt(host: string): (name: string | undefined) => boolean {
  if (!isLoopback(host)) return () => true
  return (name) => {
    const hostname = URL.parse(`http://${name ?? ''}`)?.hostname ?? ''
    return isLoopback(hostname) || containerHost.test(hostname)
  }
}
