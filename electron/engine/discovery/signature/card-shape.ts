// What 1.0's proto says of a card's members, as far as writing one down for signing depends on it (1.0 §8.4.1): `!` is
// REQUIRED and stays even when empty, `?` has explicit presence and stays when it was sent, all others go when they have
// their default. `:Name` is a message, `*` a map or list of it.

import type { JsonValue } from '#shared/a2a/model.ts'

export interface SignedMember {
  readonly presence: 'required' | 'explicit' | 'implicit'
  readonly of?: ShapeName
  readonly many: 'one' | 'list' | 'map'
}

const table = {
  AgentCard:
    'name! description! supportedInterfaces!:AgentInterface[] provider:AgentProvider version! documentationUrl? capabilities!:AgentCapabilities securitySchemes:SecurityScheme{} securityRequirements:SecurityRequirement[] defaultInputModes! defaultOutputModes! skills!:AgentSkill[] iconUrl?',
  AgentInterface: 'url! protocolBinding! tenant protocolVersion!',
  AgentProvider: 'url! organization!',
  AgentCapabilities: 'streaming? pushNotifications? extensions:AgentExtension[] extendedAgentCard?',
  AgentExtension: 'uri description required params:Struct',
  AgentSkill:
    'id! name! description! tags! examples inputModes outputModes securityRequirements:SecurityRequirement[]',
  SecurityRequirement: 'schemes:StringList{}',
  StringList: 'list',
  SecurityScheme:
    'apiKeySecurityScheme:ApiKey httpAuthSecurityScheme:HttpAuth oauth2SecurityScheme:OAuth2 openIdConnectSecurityScheme:OpenIdConnect mtlsSecurityScheme:MutualTls',
  ApiKey: 'description location! name!',
  HttpAuth: 'description scheme! bearerFormat',
  OAuth2: 'description flows!:Flows oauth2MetadataUrl',
  OpenIdConnect: 'description openIdConnectUrl!',
  MutualTls: 'description',
  Flows:
    'authorizationCode:AuthorizationCode clientCredentials:TokenFlow deviceCode:DeviceCode implicit:Implicit password:Password',
  AuthorizationCode: 'authorizationUrl! tokenUrl! refreshUrl scopes! pkceRequired',
  TokenFlow: 'tokenUrl! refreshUrl scopes!',
  DeviceCode: 'deviceAuthorizationUrl! tokenUrl! refreshUrl scopes!',
  Implicit: 'authorizationUrl refreshUrl scopes',
  Password: 'tokenUrl refreshUrl scopes',
  /** Free JSON: everything in it stays. */
  Struct: '',
} as const

export type ShapeName = keyof typeof table
type Shape = ReadonlyMap<string, SignedMember>

const shapes: ReadonlyMap<ShapeName, Shape> = new Map(
  Object.entries(table).map(([name, members]) => [name as ShapeName, parse(members)]),
)

export function shapeOf(name: ShapeName): Shape {
  return shapes.get(name) ?? new Map()
}

export function isDefault(value: JsonValue): boolean {
  if (value === '' || value === false || value === 0 || value === null) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function parse(members: string): Shape {
  const entries = members.split(' ').flatMap((text): (readonly [string, SignedMember])[] => {
    const [, name, mark, of, many] = /^(\w+)([!?]?)(?::(\w+)(\[\]|\{\})?)?$/.exec(text) ?? []
    if (name === undefined) return []
    const presence = mark === '!' ? 'required' : mark === '?' ? 'explicit' : 'implicit'
    const count = many === '[]' ? 'list' : many === '{}' ? 'map' : 'one'
    return [[name, { presence, many: count, ...(of !== undefined && { of: of as ShapeName }) }]]
  })
  return new Map(entries)
}
