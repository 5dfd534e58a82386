import type { SignOnFailure } from '@quatrain/contract/sign-on/failures.ts'

/** A sign-on that is refused: the login page shows the failure in words, the log and tests contain the message. */
export class SignOnError extends Error {
  readonly failure: SignOnFailure
  constructor(failure: SignOnFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SignOnError'
    this.failure = failure
  }
}
