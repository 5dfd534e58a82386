import type { UIEvent } from 'react'

/** Marks a list that is scrolled sideways: the column that stays shows its edge then. */
export const markScrolled = ({ currentTarget: list }: UIEvent<HTMLElement>): void => {
  list.toggleAttribute('data-scrolled', list.scrollLeft > 0)
}
