// What is wrong on agent cards.

import { checkCard } from '../../check.ts'
import type { JsonObject } from '../../model.ts'
import { sampleNamed } from '../cases/case.ts'
import { broken, type FaultKind, type Mutant } from './mutant.ts'

type Breaks = Parameters<typeof broken>[3]

const inCard = (name: string, card: JsonObject, breaks: Breaks): readonly Mutant[] =>
  broken(name, card, (each) => checkCard(each), breaks)
const inSample = (name: string, breaks: Breaks): readonly Mutant[] =>
  inCard(name, sampleNamed(name).document, breaks)

const emptied = (...places: readonly string[]): Breaks =>
  places.map((at) => [`${at} is empty`, at, '', 'PARLEY-OBJ-003', 'warning'])
const emptyUrls = (...places: readonly string[]): Breaks =>
  places.map((at) => [`${at} is empty`, at, '', 'PARLEY-CARD-001', 'error'])
const required = ['/name', '/description', '/version', '/provider/organization', '/provider/url']
const ofSkills = ['/skills/0/name', '/skills/0/description', '/skills/0/tags/0']
const codeFlow = '/flows/authorizationCode'

export const cardFaults: readonly FaultKind[] = [
  [
    'an empty required text or URL of a card',
    [
      ...inSample('1.0 card', [
        ...emptied(...required, ...ofSkills),
        ...emptied(`/securitySchemes/oauth/oauth2SecurityScheme${codeFlow}/tokenUrl`),
        ...emptied(`/securitySchemes/oauth/oauth2SecurityScheme${codeFlow}/authorizationUrl`),
        ...emptied('/securitySchemes/oidc/openIdConnectSecurityScheme/openIdConnectUrl'),
        ...emptyUrls('/supportedInterfaces/0/url'),
      ]),
      ...inSample('0.3.0 card', [
        ...emptied(...required, ...ofSkills),
        ...emptied(`/securitySchemes/oauth${codeFlow}/tokenUrl`),
        ...emptied(`/securitySchemes/oauth${codeFlow}/authorizationUrl`),
        ...emptyUrls('/url', '/additionalInterfaces/1/url'),
      ]),
      ...inSample('0.2.5 card', [
        ...emptied(...required, ...ofSkills, '/securitySchemes/oidc/openIdConnectUrl'),
        ...emptyUrls('/url'),
      ]),
      ...inSample('0.1 card', [
        ...emptied('/name', '/version', '/skills/0/name', '/authentication/schemes/0'),
        ...emptyUrls('/url'),
      ]),
    ],
  ],
]
