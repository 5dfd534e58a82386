import { AppError } from '@quatrain/platform/errors.ts'
import type { Secrets } from './secrets.ts'

/** How the texts of a column are encrypted: each for the owner of its row, so that it cannot be decrypted in another one. */
export interface SealedColumn<Owner> {
  seal(secrets: Secrets, owner: Owner, text: string): string
  /** Undefined if it was encrypted with another secret of the server or for another owner. */
  open(secrets: Secrets, owner: Owner, sealed: string): string | undefined
  /** The same; throws `internal` instead. `subject` names the text, such as `The client secret of Campus`. */
  opened(secrets: Secrets, owner: Owner, sealed: string, subject: string): string
  /** Whether it is encrypted for this owner with the current secret of the server. */
  isSealedNow(secrets: Secrets, owner: Owner, sealed: string): boolean
}

/** The encryption of a column, named `table.column`; `identityOf` is what tells its owners apart. */
export function sealedColumn<Owner>(
  column: string,
  identityOf: (owner: Owner) => readonly (string | number)[],
): SealedColumn<Owner> {
  const textOf = (owner: Owner) => JSON.stringify([column, ...identityOf(owner)])
  const open: SealedColumn<Owner>['open'] = (secrets, owner, sealed) => secrets.open(sealed, textOf(owner))
  return {
    open,
    seal: (secrets, owner, text) => secrets.seal(text, textOf(owner)),
    isSealedNow: (secrets, owner, sealed) => secrets.isSealedNow(sealed, textOf(owner)),
    opened(secrets, owner, sealed, subject) {
      const text = open(secrets, owner, sealed)
      if (text !== undefined) return text
      const why = 'it was encrypted with another secret of the server or for another owner'
      throw new AppError('internal', `${subject} cannot be read: ${why}.`)
    },
  }
}
