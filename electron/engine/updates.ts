// Checks for newer versions. The host checks and downloads; this decides when it may: with the user's consent, one at a
// time, and never ending this run while it records.

import { join } from 'node:path'
import { z } from 'zod'
import { Fault } from '#shared/contract/fault.ts'
import type { UpdateStep, Updates } from '#shared/contract/updates.ts'
import { messageOf } from '#shared/errors.ts'
import { createNews } from './platform/async.ts'
import type { Log } from './platform/errors.ts'
import { openJsonFile } from './platform/json-files.ts'

export interface Updater {
  /** The version of a newer release; undefined if there is none. */
  check(): Promise<string | undefined>
  bring(onProgress: (percent: number) => void): Promise<void>
  /** Quits, installs the download, and restarts. */
  install(): void
}

interface UpdateDeps {
  readonly dataDir: string
  readonly updater: Updater | undefined
  readonly isRecording: () => boolean
  readonly log: Log
}

const fileSchema = z.object({ allowed: z.boolean() })

export async function openUpdates({ dataDir, updater, isRecording, log }: UpdateDeps) {
  const file = await openJsonFile(join(dataDir, 'updates.json'), fileSchema, { allowed: false })
  const news = createNews()
  let step: UpdateStep = { kind: 'idle' }

  const now = (): Updates => ({ possible: updater !== undefined, allowed: file.value().allowed, step })
  const go = (next: UpdateStep): Updates => {
    step = next
    news.changed()
    return now()
  }
  const failed = (error: unknown): Updates => {
    const message = messageOf(error)
    log(`update: ${message}`)
    return go({ kind: 'failed', message })
  }
  const need = (): Updater => {
    if (!updater) throw new Fault('unsupported', 'This Parley is updated the way it was installed.')
    return updater
  }

  async function requestUpdates(): Promise<Updates> {
    const updater = need()
    if (step.kind === 'asking' || step.kind === 'bringing' || step.kind === 'brought') return now()
    go({ kind: 'asking' })
    try {
      const version = await updater.check()
      return go(version === undefined ? { kind: 'newest', at: Date.now() } : { kind: 'newer', version })
    } catch (error) {
      return failed(error)
    }
  }

  if (updater && file.value().allowed) void requestUpdates()

  return {
    ask: requestUpdates,
    follow: (signal: AbortSignal) => news.follow(now, signal),
    async allow({ allowed }: { readonly allowed: boolean }) {
      need()
      await file.write({ allowed })
      return go(step)
    },
    async bring() {
      const bringing = need()
      if (step.kind !== 'newer') return now()
      const { version } = step
      go({ kind: 'bringing', version, percent: 0 })
      try {
        await bringing.bring((percent) => go({ kind: 'bringing', version, percent: Math.floor(percent) }))
        return go({ kind: 'brought', version })
      } catch (error) {
        return failed(error)
      }
    },
    install() {
      const installing = need()
      if (step.kind !== 'brought') throw new Fault('conflict', 'There is no update to install yet.')
      if (isRecording()) {
        throw new Fault(
          'conflict',
          'Parley is recording. Stop the recording first, or let it be installed when you quit.',
        )
      }
      installing.install()
      return now()
    },
  }
}
