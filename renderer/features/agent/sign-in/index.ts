export { SignInFact } from './sign-in-fact.tsx'
export { useSignIn } from './use-sign-in.ts'
