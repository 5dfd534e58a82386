import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { maxUndoLength } from '@quatrain/contract/differences.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '#request/context.ts'
import { hasOwner, type Sealing } from '#request/sealing.ts'
import type { Replaced } from './reconciliation.ts'

// A client keeps what a write replaced until it is undone: encrypted for its tenant and its kind, so that no other state
// can be written with it, and no table has to keep what is hardly ever needed.

const state = z.record(z.string(), z.unknown()).nullable()
const replaced = z.object({
  action: z.enum(['adopt', 'send', 'discard']),
  apiid: z.string(),
  console: state,
  webApi: state,
})

interface SealedUndo {
  /** Undefined if it would be too long to be sent back. */
  seal(ctx: Context, kind: string, replaced: Replaced): string | undefined
  /** Throws `invalid_input` if this tenant's console has not encrypted it for this kind. */
  open(ctx: Context, kind: string, sealed: string): Replaced
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly sealedUndo: SealedUndo
  }
}

const ownerOf = ({ tenant }: Context, kind: string) => `undo of ${kind} in ${tenant.id}`

const packed = (text: string) => deflateRawSync(text, { level: 1 }).toString('base64')
const unpacked = (text: string) => inflateRawSync(Buffer.from(text, 'base64')).toString()

/** Adds `app.sealedUndo`. */
export function sealUndos(app: FastifyInstance, secrets: Sealing): void {
  app.decorate('sealedUndo', {
    seal(ctx, kind, replaced) {
      const sealed = secrets.seal(packed(JSON.stringify(replaced)), ownerOf(ctx, kind))
      return sealed.length <= maxUndoLength ? sealed : undefined
    },
    open(ctx, kind, sealed) {
      const text = hasOwner(sealed) ? secrets.open(sealed, ownerOf(ctx, kind)) : undefined
      if (text === undefined) throw invalidInput({ undo: 'Must be from the response to the write that it undoes' })
      return replaced.parse(JSON.parse(unpacked(text)))
    },
  })
}
