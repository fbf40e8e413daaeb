// The environment that makes a program use a forward proxy. Some programs read lower case only (curl), and Node only with a
// flag.

export interface ProxyVariables {
  /** For plain HTTP, which is recorded. */
  readonly http: string
  /** For CONNECT, which is forwarded unread and listed. */
  readonly https: string
}

export function proxyVariables(address: string): ProxyVariables {
  return {
    http: `HTTP_PROXY=${address} http_proxy=${address} NODE_USE_ENV_PROXY=1`,
    https: `HTTPS_PROXY=${address} https_proxy=${address}`,
  }
}

/** A limitation that users would otherwise notice late. */
export const proxyNotice =
  'Go never sends requests for 127.0.0.1 and localhost through a proxy: call the agent by another name of this machine, or tap it. Node’s fetch tunnels plain HTTP too, so its calls pass unread: tap the agent, or set proxyTunnel: false.'
