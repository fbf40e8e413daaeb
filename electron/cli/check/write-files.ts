// Writes the reports and the session of a run, where requested.

import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { userFile, userFolder } from '#engine/data-folder/private-files.ts'
import type { Engine } from '#engine/engine.ts'
import { reportOf } from '#shared/checks/reports/report.ts'
import type { CheckRun } from '#shared/checks/run.ts'
import type { IsBaseline } from '#shared/checks/summary.ts'
import { reportFormats } from '#shared/contract/checks.ts'
import { Fault } from '#shared/contract/fault.ts'
import { messageOf } from '#shared/errors.ts'
import { writeExport } from '../sessions/write-export.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import type { CheckSettings } from './settings.ts'

/** Checked before anything is sent: otherwise a run of minutes would be lost. */
export function refuseUnwritable(settings: CheckSettings): void {
  const onOutput = reportFormats.filter((format) => settings[format] === '-')
  if (onOutput.length > 1) {
    throw new WrongUsage(
      `Standard output takes one report, not ${onOutput.length}: --${onOutput.join(', --')}.`,
    )
  }
  for (const name of [...reportFormats, 'session'] as const) {
    const path = settings[name]
    if (path === undefined || (path === '-' && name !== 'session')) continue
    try {
      mkdirSync(dirname(path), userFolder)
      accessSync(existsSync(path) ? path : dirname(path), constants.W_OK)
    } catch {
      throw new WrongUsage(`--${name}: ${path} can’t be written.`)
    }
  }
}

export async function writeReports(
  run: CheckRun,
  isBaseline: IsBaseline | undefined,
  settings: CheckSettings,
  { version, caller }: Pick<VerbCall, 'version' | 'caller'>,
): Promise<void> {
  for (const format of reportFormats) {
    const path = settings[format]
    if (path === undefined) continue
    const { text } = reportOf(run, format, version, { file: settings.file, isBaseline })
    if (path === '-') caller.stdout.write(text)
    else await written(path, () => writeFile(path, text, userFile))
  }
}

export async function writeSessionFile(
  { files }: Engine['sessions'],
  sessionId: string,
  path: string,
): Promise<void> {
  const request = { sessionId, selection: { of: 'session' }, format: 'parley' } as const
  await written(path, () => writeExport(files, request, path))
}

async function written(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw new Fault('unavailable', `${path} couldn’t be written: ${messageOf(error)}`)
  }
}
