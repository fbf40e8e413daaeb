export { SignInFact } from './sign-in-fact.tsx'
export { useShowAfterSignIn, useSignIn } from './use-sign-in.ts'
