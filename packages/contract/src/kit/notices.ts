import { z } from 'zod'

/** The side effects of a write, in sentences for users (specification part 1, section 4). */
export const notices = z.object({
  imported: z.string().optional(),
  warning: z.string().optional(),
  unavailable: z.string().optional(),
  deleted: z.string().optional(),
  info: z.string().optional(),
  updated: z.string().optional(),
  /** What jobs do later: the write itself has only started it. */
  later: z.string().optional(),
})

export type Notices = z.output<typeof notices>
