type Asker = () => Promise<boolean>

let asker: Asker = async () => false
let asking: Promise<boolean> | undefined

/** Decides how users are asked to prove who they are; until then nobody is asked. */
export const proveIdentityWith = (newAsker: Asker): void => {
  asker = newAsker
}

/** Asks the user for a new proof of who they are. Calls at the same time share one question. */
export function proveIdentity(): Promise<boolean> {
  asking ??= asker().finally(() => {
    asking = undefined
  })
  return asking
}
