// Security schemes are typed (`{"type": "http", …}`, before 1.0), wrapped (`{"httpAuthSecurityScheme": {…}}`, 1.0 and
// ProtoJSON) and, from real servers, merged, leaked or bare (PROTOCOL §2.3). All are recognised and held to the members their
// version requires; any but the version's own form is a finding.

import { isObject, memberOf, shown, textOf } from '../../json-kinds.ts'
import type { JsonObject } from '../../model.ts'
import * as check from '../checks.ts'
import { asVersion, type Check, inside, note, type Report } from '../report.ts'
import { compareVersions, compileShape, type Shape, type ShapeTable } from '../shape.ts'
import { plainWords } from '../spelling.ts'
import { nested, noteType, walk } from '../walk.ts'
import { needed, neededLink, secureLink } from './card-parts.ts'

type SchemeKind = 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS'

const wrapperOf: Readonly<Record<SchemeKind, string>> = {
  apiKey: 'apiKeySecurityScheme',
  http: 'httpAuthSecurityScheme',
  oauth2: 'oauth2SecurityScheme',
  openIdConnect: 'openIdConnectSecurityScheme',
  mutualTLS: 'mtlsSecurityScheme',
}
const kinds = Object.keys(wrapperOf) as readonly SchemeKind[]

/** The form of schemes in a card's version; `either` for hybrid cards. */
export type SchemeForm = 'typed' | 'wrapped' | 'either'

/** The version that the older half of a hybrid card is held to. */
export const olderVersion = '0.3.0'

/** For a card without a version, mutual TLS is allowed. */
const mutualTlsSince = '0.3.0'

export function securityScheme(form: SchemeForm, version: string, declared = true): Check {
  const typed = schemeShapes('typed', form === 'either' ? olderVersion : version)
  const wrapped = schemeShapes('wrapped', version)
  const schemeKinds = kinds.filter(
    (kind) => kind !== 'mutualTLS' || !declared || compareVersions(version, mutualTlsSince) >= 0,
  )
  const book = { form, typed, wrapped, kinds: schemeKinds }
  return (report, value, at) => {
    if (isObject(value)) inside(report, at, () => checkScheme(report, value, book))
    else noteType(report, at, 'an object (SecurityScheme)', value)
  }
}

interface SchemeBook {
  readonly form: SchemeForm
  readonly typed: Readonly<Record<SchemeKind, Shape>>
  readonly wrapped: Readonly<Record<SchemeKind, Shape>>
  readonly kinds: readonly SchemeKind[]
}

/** How a scheme states its kind. */
function kindHint({ form, kinds: schemeKinds }: SchemeBook): string {
  const wrappers = schemeKinds.map((kind) => `\`${wrapperOf[kind]}\``).join(', ')
  return form === 'wrapped'
    ? `Wrap the scheme in one of ${wrappers}.`
    : `Set \`type\` to one of ${schemeKinds.map((each) => `\`${each}\``).join(', ')}.`
}

function checkScheme(report: Report, scheme: JsonObject, book: SchemeBook): void {
  if (isLeaked(scheme)) {
    const message = 'The scheme is written as `{"scheme": {"$case": …, "value": …}}`, an SDK’s inner form.'
    note(report, 'PARLEY-CARD-015', undefined, message)
    return
  }
  const wrappers = kinds.filter((kind) => isObject(memberOf(scheme, wrapperOf[kind])))
  const [wrapper] = wrappers
  if (wrappers.length > 1) {
    const names = wrappers.map((kind) => `\`${wrapperOf[kind]}\``).join(' and ')
    const hint = 'Declare each of them as a separate scheme.'
    note(report, 'PARLEY-CARD-016', undefined, `The scheme has several wrappers: ${names}.`, { hint })
  } else if (wrapper !== undefined) checkWrapped(report, scheme, wrapper, book)
  else {
    const type = textOf(scheme, 'type')
    if (type === undefined) checkBare(report, scheme, book)
    else checkTyped(report, scheme, type, book)
  }
}

function isLeaked(scheme: JsonObject): boolean {
  const inner = memberOf(scheme, 'scheme')
  return Object.hasOwn(scheme, '$case') || (isObject(inner) && Object.hasOwn(inner, '$case'))
}

function checkWrapped(report: Report, scheme: JsonObject, kind: SchemeKind, book: SchemeBook): void {
  const name = wrapperOf[kind]
  const inner = memberOf(scheme, name)
  if (isObject(inner)) inside(report, name, () => walk(book.wrapped[kind], report, inner))
  const type = memberOf(scheme, 'type')
  const merged = typeof type === 'string'
  if (merged && book.form === 'either') {
    const typed = Object.fromEntries(Object.entries(scheme).filter(([member]) => member !== name))
    checkTyped(report, typed, type, book)
  } else if (merged) {
    const message = 'The scheme has both the wrapper of 1.0 and the `type` of earlier versions.'
    const hint = `Leave out \`type\` and what else is beside \`${name}\`.`
    note(report, 'PARLEY-CARD-014', undefined, message, { severity: 'info', hint })
  } else if (!merged && book.form === 'typed') {
    const hint = `Write \`{"type": "${kind}", …}\`.`
    note(report, 'PARLEY-CARD-014', undefined, `The scheme is wrapped in \`${name}\`, as in 1.0.`, { hint })
  }
}

function checkTyped(report: Report, scheme: JsonObject, type: string, book: SchemeBook): void {
  if (book.form === 'either') asVersion(report, olderVersion, (older) => checkKind(older, scheme, type, book))
  else checkKind(report, scheme, type, book)
}

function checkKind(report: Report, scheme: JsonObject, type: string, book: SchemeBook): void {
  const kind = kinds.find((each) => each.toLowerCase() === type.toLowerCase())
  const hint = kindHint(book)
  if (kind === undefined) {
    const why =
      book.form === 'wrapped'
        ? `but ${report.version} has no \`type\`: a wrapper says which kind of scheme this is`
        : 'which isn’t a type of security scheme'
    note(report, 'PARLEY-CARD-016', 'type', `\`type\` is ${shown(type)}, ${why}.`, { hint })
    return
  }
  if (!book.kinds.includes(kind)) {
    const message = `\`type\` is ${shown(type)}, which A2A has only since ${mutualTlsSince}.`
    note(report, 'PARLEY-CARD-016', 'type', message, { hint })
  }
  walk(book.typed[kind], report, scheme)
  if (book.form !== 'wrapped') return
  note(report, 'PARLEY-CARD-014', undefined, 'The scheme is declared by `type`, as before 1.0.', {
    hint: `Write \`{"${wrapperOf[kind]}": {…}}\`.`,
  })
}

/** Neither wrapper nor type: Java servers drop the wrapper. */
function checkBare(report: Report, scheme: JsonObject, book: SchemeBook): void {
  const broken = kinds.map((each) => wrapperOf[each]).find((name) => Object.hasOwn(scheme, name))
  if (broken !== undefined) {
    noteType(report, broken, 'an object', memberOf(scheme, broken) ?? null)
    return
  }
  const kind = guessScheme(scheme)
  if (book.form === 'typed') {
    const message = '`type` is missing, so clients can’t tell which kind of scheme this is.'
    note(report, 'PARLEY-CARD-016', 'type', message, { hint: kindHint(book) })
    return
  }
  if (kind === undefined) {
    const message = 'No member says which kind of scheme this is.'
    note(report, 'PARLEY-CARD-016', undefined, message, { hint: kindHint(book) })
    return
  }
  const hint = `Write \`{"${wrapperOf[kind]}": {…}}\`.`
  const message = `The scheme lacks its wrapper; by its members it is ${kind}.`
  note(report, 'PARLEY-CARD-014', undefined, message, { hint })
}

function guessScheme(scheme: JsonObject): SchemeKind | undefined {
  if (isObject(memberOf(scheme, 'flows'))) return 'oauth2'
  if (textOf(scheme, 'openIdConnectUrl') !== undefined) return 'openIdConnect'
  if (textOf(scheme, 'scheme') !== undefined) return 'http'
  return textOf(scheme, 'in') !== undefined || textOf(scheme, 'location') !== undefined ? 'apiKey' : undefined
}

function schemeShapes(form: 'typed' | 'wrapped', version: string): Readonly<Record<SchemeKind, Shape>> {
  const places = plainWords('query', 'header', 'cookie')
  const place = check.oneOf(places, 'PARLEY-CARD-032', 'warning')
  const shape = (name: string, kind: string, members: ShapeTable['members']): Shape =>
    compileShape(
      {
        name,
        section: 'security scheme',
        rule: 'CARD-STRUCT-001',
        members: {
          ...(form === 'typed'
            ? { type: { check: check.oneOf(plainWords(kind), 'PARLEY-CARD-016', 'warning') } }
            : {}),
          description: { check: check.text },
          ...members,
        },
      },
      version,
    )
  return {
    apiKey: shape('APIKeySecurityScheme', 'apiKey', {
      [form === 'typed' ? 'in' : 'location']: needed(place),
      name: needed(check.filled()),
    }),
    http: shape('HTTPAuthSecurityScheme', 'http', {
      scheme: needed(check.filled()),
      bearerFormat: { check: check.text },
    }),
    oauth2: shape('OAuth2SecurityScheme', 'oauth2', {
      flows: needed(form === 'typed' ? flows('typed', version) : flows('wrapped', version)),
      oauth2MetadataUrl: { check: secureLink, since: '0.3.0' },
    }),
    openIdConnect: shape('OpenIdConnectSecurityScheme', 'openIdConnect', { openIdConnectUrl: neededLink() }),
    mutualTLS: shape('MutualTLSSecurityScheme', 'mutualTLS', {}),
  }
}

function flows(form: 'typed' | 'wrapped', version: string): Check {
  const wrapped = form === 'wrapped'
  const scopes = check.map(check.text)
  const flow = (name: string, members: ShapeTable['members']): Check =>
    nested(
      compileShape(
        {
          name,
          section: 'OAuth flows',
          rule: 'CARD-STRUCT-001',
          members: { refreshUrl: { check: secureLink }, ...members },
        },
        version,
      ),
    )
  const choice = wrapped ? ({ choice: true } as const) : {}
  const shape = compileShape(
    {
      name: 'OAuthFlows',
      section: 'OAuth flows',
      rule: 'CARD-STRUCT-001',
      ...(wrapped
        ? { choice: { what: 'flow', rule: 'PARLEY-CARD-017', none: 'error' } as const }
        : { also: needsAFlow }),
      members: {
        authorizationCode: {
          ...choice,
          check: flow('AuthorizationCodeOAuthFlow', {
            authorizationUrl: neededLink(true, secureLink),
            tokenUrl: neededLink(true, secureLink),
            scopes: needed(scopes),
            pkceRequired: { check: check.flag, since: '1.0' },
          }),
        },
        clientCredentials: {
          ...choice,
          check: flow('ClientCredentialsOAuthFlow', {
            tokenUrl: neededLink(true, secureLink),
            scopes: needed(scopes),
          }),
        },
        deviceCode: {
          ...choice,
          since: '1.0',
          check: flow('DeviceCodeOAuthFlow', {
            deviceAuthorizationUrl: neededLink(true, secureLink),
            tokenUrl: neededLink(true, secureLink),
            scopes: needed(scopes),
          }),
        },
        implicit: {
          ...choice,
          check: flow('ImplicitOAuthFlow', {
            authorizationUrl: neededLink(!wrapped, secureLink),
            scopes: needed(scopes, !wrapped),
          }),
        },
        password: {
          ...choice,
          check: flow('PasswordOAuthFlow', {
            tokenUrl: neededLink(!wrapped, secureLink),
            scopes: needed(scopes, !wrapped),
          }),
        },
      },
    },
    version,
  )
  return nested(shape)
}

/** Before 1.0 there may be several flows, but an empty object is useless. */
function needsAFlow(report: Report, flows: JsonObject): void {
  if (Object.keys(flows).length > 0) return
  note(report, 'PARLEY-CARD-017', undefined, '`flows` is empty.', { severity: 'warning' })
}
