import type { HeaderList, WireCall } from '../a2a/dialect.ts'
import { defined } from '../defined.ts'
import { jsonIn, objectOf } from '../json/parse-json.ts'
import { percentDecoded } from '../percent-decoded.ts'
import { urlParts } from '../url.ts'
import type { RequestEntry } from './entry.ts'

/** A recorded request as a call of the dialects; undefined when it does not have that form. */
export function wireCallOf(
  { call, method, url }: Pick<RequestEntry, 'call' | 'method' | 'url'>,
  text: string,
): WireCall | undefined {
  const headers: HeaderList = []
  const json = jsonIn(text)
  switch (call.binding) {
    case 'JSONRPC': {
      const { method: name, params } = objectOf(json) ?? {}
      if (typeof name !== 'string') return undefined
      const members = objectOf(params)
      return {
        binding: 'JSONRPC',
        method: name,
        ...defined({ params: members }),
        headers,
        streaming: false,
      }
    }
    case 'GRPC':
      return {
        binding: 'GRPC',
        service: '',
        method: call.label.split('/').at(-1) ?? call.label,
        message: objectOf(json) ?? {},
        headers,
        streaming: false,
      }
    case 'HTTP+JSON': {
      const { path, query } = targetOf(url)
      if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') return undefined
      const body = objectOf(json)
      return {
        binding: 'HTTP+JSON',
        verb: method,
        path,
        query,
        ...defined({ body }),
        headers,
        streaming: false,
      }
    }
    default:
      return undefined
  }
}

function targetOf(url: string): { readonly path: string; readonly query: HeaderList } {
  const { path, query } = urlParts(url)
  const pairs = query.split('&').filter((pair) => pair !== '')
  return {
    path,
    query: pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [unescaped(name), unescaped(value.join('='))] as const
    }),
  }
}

/** As in forms; a malformed escape stays unchanged. */
function unescaped(text: string): string {
  return percentDecoded(text.replaceAll('+', ' '))
}
