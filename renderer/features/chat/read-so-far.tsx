/** While the engine goes through what is on the record, where that takes more than a moment. */
export function ReadSoFar({ progress }: { readonly progress: number }) {
  if (progress >= 1) return null
  return (
    <p className="read-so-far faint after-a-moment" role="status">
      Reading the record… {Math.floor(progress * 100)}%
    </p>
  )
}
