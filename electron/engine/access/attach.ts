// Converts credentials to headers and, for keys in the query, to pairs that the wire appends to the address.

import type { HeaderList } from '#shared/a2a/dialect.ts'
import type { StoredCredential } from './credential-file.ts'

export interface OpenCredential {
  readonly credential: StoredCredential
  readonly secret: string
}

export interface WireCredentials {
  readonly credentials: HeaderList
  readonly queryCredentials: HeaderList
}

export function wireCredentials(open: readonly OpenCredential[]): WireCredentials {
  const headers = new Map<string, readonly [string, string]>()
  const cookies: string[] = []
  const queryCredentials: (readonly [string, string])[] = []
  // The last credential for a header wins, so the user's extra headers override those of schemes.
  const header = (name: string, value: string) => headers.set(name.toLowerCase(), [name, value])
  for (const { credential, secret } of open) {
    switch (credential.kind) {
      case 'bearer':
        header('Authorization', `Bearer ${secret}`)
        break
      case 'basic':
        header('Authorization', `Basic ${Buffer.from(`${credential.username}:${secret}`).toString('base64')}`)
        break
      case 'header':
        header(credential.name, secret)
        break
      case 'api-key':
        if (credential.location === 'header') header(credential.name, secret)
        else if (credential.location === 'query') queryCredentials.push([credential.name, secret])
        else cookies.push(`${credential.name}=${secret}`)
    }
  }
  if (cookies.length > 0) header('Cookie', cookies.join('; '))
  return { credentials: [...headers.values()], queryCredentials }
}

/** A line break would start another header. */
export function fitsHeader(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value)
}

/** Identifies a credential of one agent; two with the same identity replace each other. */
export function identityOf(credential: StoredCredential): string {
  switch (credential.kind) {
    case 'bearer':
    case 'basic':
      return credential.kind
    case 'api-key': {
      const { location, name } = credential
      return `api-key ${location} ${location === 'header' ? name.toLowerCase() : name}`
    }
    case 'header':
      return `header ${credential.name.toLowerCase()}`
  }
}
