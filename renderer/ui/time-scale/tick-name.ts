export function tickName(ms: number): string {
  if (ms === 0) return '0'
  if (ms < 1_000) return `${ms} ms`
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(3))} s`
  const minutes = Math.floor(ms / 60_000)
  const seconds = Number(((ms % 60_000) / 1_000).toFixed(3))
  return seconds === 0 ? `${minutes} min` : `${minutes}:${seconds < 10 ? '0' : ''}${seconds}`
}
