/** Whether a host, as it stands in an address or by itself, is this very machine. */
export function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|\[::1\]|localhost)$/i.test(host)
}
