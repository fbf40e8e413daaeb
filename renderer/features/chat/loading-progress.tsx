/** Shown while the engine reads the record, if that takes more than a moment. */
export function LoadingProgress({ progress }: { readonly progress: number }) {
  if (progress >= 1) return null
  return (
    <p className="faint after-a-moment small py-6 px-8" role="status">
      Reading the record… {Math.floor(progress * 100)}%
    </p>
  )
}
