export function inUseMessage(dataDir: string): string {
  return `Another Parley is using the data directory ${dataDir}. Close it, or choose another directory with --data-dir.`
}
