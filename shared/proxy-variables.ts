// How a program is given a forward proxy: by its environment. Some read the lower case alone (curl), and Node only where it is told to.

export interface ProxyVariables {
  /** Of plain HTTP, which is recorded. */
  readonly http: string
  /** Of CONNECT, which passes unread and is listed. */
  readonly https: string
}

export function proxyVariables(address: string): ProxyVariables {
  return {
    http: `HTTP_PROXY=${address} http_proxy=${address} NODE_USE_ENV_PROXY=1`,
    https: `HTTPS_PROXY=${address} https_proxy=${address}`,
  }
}

/** What a user finds out late otherwise. */
export const proxyNotice =
  'Go never sends requests for 127.0.0.1 and localhost through a proxy: call the agent by another name of this machine, or tap it. Node’s fetch tunnels plain HTTP too, so its calls pass unread: tap the agent, or set proxyTunnel: false.'
