import type { PasskeyProof } from '@quatrain/contract/accounts/passkeys.ts'
import type { RequiredFactor } from '@quatrain/contract/accounts/session.ts'
import { startTransition, useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { loadPart } from '#lib/load-part.ts'

/** How users prove who they are besides the password; by default with the code that they have typed. */
export type Way = 'code' | 'passkey'

interface Proof {
  readonly code?: string
  readonly passkey?: PasskeyProof
}

type Send = (proof: Proof) => Promise<{ readonly second_factor?: RequiredFactor | undefined }>

/** A password, and what the server requires besides it. `send` sends the password with a proof. */
export function useFactorStep(send: Send) {
  const [required, setRequired] = useState<RequiredFactor>()
  const [code, setCode] = useState('')
  /** Returns whether nothing else is required. Throws what `send` throws, and an error if no passkey was used. */
  const prove = async (way: Way): Promise<boolean> => {
    try {
      const { second_factor } = await send(await proofOf(required, way, code))
      // What is shown stays until the code of the next step is loaded.
      if (second_factor) startTransition(() => setRequired(second_factor))
      return second_factor === undefined
    } catch (error) {
      // The passkey signs something else the next time.
      if (factorError(error, 'passkey') !== undefined) setRequired((await send({})).second_factor)
      throw error
    } finally {
      setCode('')
    }
  }
  return { required, code, setCode, prove, startAgain: () => setRequired(undefined) }
}

export type FactorStep = ReturnType<typeof useFactorStep>

async function proofOf(required: RequiredFactor | undefined, way: Way, code: string): Promise<Proof> {
  if (!required) return {}
  if (way === 'code' || !required.passkey) return { code }
  const { signWithPasskey } = await loadPart(() => import('#lib/passkeys.ts'))
  return { passkey: await signWithPasskey(required.passkey) }
}

/** Returns why a factor was refused; undefined if it was not. */
export const factorError = (error: unknown, way: Way): string | undefined =>
  isApiError(error, 'invalid_input') ? error.fields[way] : undefined
