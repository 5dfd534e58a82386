import type { ReactElement } from 'react'

/** The pages of the history of an object. */
export const historyParts = ['history', 'version', 'compare'] as const

/** These pages of one kind of object, which one module has. */
export type PagesOf<Parts extends string> = Readonly<Record<Parts, ReactElement>>
