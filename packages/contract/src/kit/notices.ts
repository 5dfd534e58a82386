import { z } from 'zod'

const capitals = 'the names differ only in capital letters.'

/** The line of a warning about another object whose name people could take for that of the written one. */
export const twinLine = (label: string, name: string): string => `There is also the ${label} ${name}: ${capitals}`

/** Whether every line of a warning is such a line. */
export const isAboutTwins = (warning: string): boolean => warning.split('\n').every((line) => line.endsWith(capitals))

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
