/** While the engine goes through what was recorded earlier. */
export function ReadSoFar({ progress }: { readonly progress: number }) {
  if (progress >= 1) return null
  return (
    <p className="read-so-far faint" role="status">
      Reading an older record… {Math.floor(progress * 100)}%
    </p>
  )
}
