import { messageOf } from '../host/message-of.ts'

/** Why something could not be done, told to screen readers at once; nothing as long as there is nothing to say. */
export function Problem({ error }: { readonly error: unknown }) {
  if (error === undefined || error === null) return null
  return (
    <p className="notice" role="alert">
      {messageOf(error)}
    </p>
  )
}
