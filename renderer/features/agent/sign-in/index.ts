export { SignInFact, useShowAfterSignIn, useSignIn } from './sign-in-fact.tsx'
