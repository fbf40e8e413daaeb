// A disk that is really full or read-only, where a test can mount one: on Linux, as root.

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Place {
  readonly path: string
  close(): void
}

export interface SmallDisk extends Place {
  /** Leaves so many bytes free. */
  fillUpTo(freeBytes: number): void
  makeRoom(): void
}

export const canMount = (() => {
  const path = mkdtempSync(join(tmpdir(), 'parley-disk-'))
  try {
    mount(path, 'size=64k')
    execFileSync('umount', [path])
    return true
  } catch {
    return false
  } finally {
    rmSync(path, { recursive: true })
  }
})()

export function mountedDisk(sizeBytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'parley-disk-'))
  const filler = join(path, 'filler')
  mount(path, `size=${sizeBytes}`)
  return {
    path,
    fillUpTo(freeBytes) {
      const { bavail, bsize } = statfsSync(path)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)))
    },
    makeRoom: () => rmSync(filler),
    close() {
      execFileSync('umount', [path])
      rmSync(path, { recursive: true })
    },
  }
}

/** A folder without write access: a mount, else by permissions, which do not apply to root. */
export function readOnlyFolder(): Place {
  if (canMount) {
    const disk = mountedDisk(1_000_000)
    mount(disk.path, 'remount,ro')
    return disk
  }
  const path = mkdtempSync(join(tmpdir(), 'parley-locked-'))
  chmodSync(path, 0o500)
  return {
    path,
    close() {
      chmodSync(path, 0o700)
      rmSync(path, { recursive: true })
    },
  }
}

function mount(path: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' })
}
