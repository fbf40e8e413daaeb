// Security requirements: `{"schemes": {"name": {"list": ["scope"]}}}` in 1.0, `{"name": ["scope"]}` before.

import { isList, isObject, memberOf } from '../../json-kinds.ts'
import type { JsonObject, JsonValue } from '../../model.ts'
import * as check from '../checks.ts'
import { type Check, inside, note, type Report } from '../report.ts'
import { noteType } from '../walk.ts'

export type RequirementForm = 'bare' | 'wrapped' | 'either'

const scopeList = check.list(check.text)

export function securityRequirement(form: RequirementForm): Check {
  return (report, value, at) => {
    if (isObject(value)) inside(report, at, () => checkRequirement(report, value, form))
    else noteType(report, at, 'an object (SecurityRequirement)', value)
  }
}

function checkRequirement(report: Report, requirement: JsonObject, form: RequirementForm): void {
  const schemes = memberOf(requirement, 'schemes')
  if (isObject(schemes)) {
    if (form === 'bare') noteForm(report, '{"name": ["scope"]}')
    check.map(scopesInList(form))(report, schemes, 'schemes')
    return
  }
  if (form === 'wrapped' && Object.keys(requirement).length > 0) {
    noteForm(report, '{"schemes": {"name": {"list": ["scope"]}}}')
  }
  check.map(scopeList)(report, requirement, undefined)
}

/** ProtoJSON drops an empty list, so `{}` is a scheme without scopes. */
function scopesInList(form: RequirementForm): Check {
  return (report, value, at) => {
    if (isList(value)) {
      if (form === 'wrapped')
        note(
          report,
          'PARLEY-CARD-025',
          at,
          'The scopes are a bare list; 1.0 wraps them in `{"list": […]}`.',
          {
            hint: 'Write `{"list": ["scope"]}`.',
          },
        )
      scopeList(report, value, at)
      return
    }
    if (!isObject(value)) {
      noteType(report, at, 'an object (StringList)', value)
      return
    }
    const scopes: JsonValue | undefined = memberOf(value, 'list')
    if (scopes !== undefined && scopes !== null) inside(report, at, () => scopeList(report, scopes, 'list'))
  }
}

function noteForm(report: Report, form: string): void {
  const hint = `Write \`${form}\`.`
  note(report, 'PARLEY-CARD-025', undefined, `The requirement isn’t in the form of ${report.version}.`, {
    hint,
  })
}
