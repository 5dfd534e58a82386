import { useLocation } from 'react-router'
import { z } from 'zod'

const schema = z.object({ kind: z.string(), key: z.string(), outcome: z.string(), undo: z.string().optional() })

/**
 * The object that a form has just saved, and the id of its undo. It is part of the state of the address, and a list
 * marks its row.
 */
export type JustSaved = z.output<typeof schema>

export const useJustSaved = (): JustSaved | undefined => schema.safeParse(useLocation().state).data
